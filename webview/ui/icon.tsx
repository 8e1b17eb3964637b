import { type Shape } from './shapes';

/**
 * A drawing of 16 by 16 in the colour of the text. It is never the only sign of anything: a word stands beside it, or
 * the button around it has a name.
 */
export function Icon({ shape: [name, path], tone }: { shape: Shape; tone?: string }) {
  return (
    <svg
      class={`icon icon-${name}${tone === undefined ? '' : ` tone-${tone}`}`}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
