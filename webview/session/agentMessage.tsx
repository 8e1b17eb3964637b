import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Post } from './sessionPage';
import { words } from './words';

/** What the agent said, as HTML that the host has sanitised. Its links lead nowhere by themselves: the host opens them. */
export function AgentMessage({ html, agentName, post }: { html: string; agentName: string; post: Post }) {
  const message = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // What scrolls sideways must be reachable by the keyboard.
    for (const wide of message.current?.querySelectorAll<HTMLElement>('pre, table') ?? []) wide.tabIndex = 0;
  }, [html]);
  const follow = (event: Event): void => {
    const link = event.target instanceof Element ? event.target.closest('[data-href]') : null;
    const href = link?.getAttribute('data-href');
    if (href === null || href === undefined) return;
    event.preventDefault();
    post({ type: 'open-link', href });
  };
  return (
    <div
      class="row agent"
      onClick={follow}
      onKeyDown={(event) => {
        if (event.key === 'Enter') follow(event);
      }}
    >
      <span class="spoken">{words.says(agentName)} </span>
      <div class="prose" ref={message} dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}
