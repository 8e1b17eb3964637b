import { Component, type ComponentChildren } from 'preact';
import { words } from './words';

/** J18: when a view of the plan fails, the plan's text takes its place; the decision stands elsewhere and stays. */
export class DrawingBoundary extends Component<BoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static override getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ComponentChildren {
    if (!this.state.isBroken) return this.props.children;
    return (
      <div class="panel">
        <p class="notice problem" role="alert">
          {words.broken}
        </p>
        <pre class="plain">{this.props.source}</pre>
      </div>
    );
  }
}

interface BoundaryProps {
  readonly source: string;
  readonly children: ComponentChildren;
}
