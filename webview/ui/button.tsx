import type { ComponentChildren } from 'preact';

/** A button of the workbench's look. `describedBy` names an element that says more. */
export function Button({
  children,
  look = 'secondary',
  describedBy,
  hint,
  name,
  isDisabled = false,
  isPressed,
  onPress,
}: ButtonProps) {
  return (
    <button
      type="button"
      class={`button ${look}`}
      disabled={isDisabled}
      aria-describedby={describedBy}
      aria-pressed={isPressed}
      title={hint}
      data-name={name}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly look?: 'primary' | 'secondary' | 'plain';
  readonly describedBy?: string;
  readonly hint?: string;
  readonly name?: string;
  readonly isDisabled?: boolean;
  readonly isPressed?: boolean;
  readonly onPress: (event: MouseEvent) => void;
}
