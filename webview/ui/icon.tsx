import { type Shape } from './shapes';

const circle = 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2z';

/**
 * A drawing of 16 by 16 in the colour of the text. It is never the only sign of anything: a word stands beside it, or
 * the button around it has a name.
 */
export function Icon({ shape: [name, path, isRound], tone }: { shape: Shape; tone?: string }) {
  return (
    <svg
      class={`icon icon-${name}${tone === undefined ? '' : ` tone-${tone}`}`}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
    >
      <path d={isRound ? circle + path : path} />
    </svg>
  );
}
