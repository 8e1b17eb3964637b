const shapes = {
  approve: 'M3 8.6l3.2 3.1L13 4.8',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  edit: 'M10.9 2.5l2.6 2.6-8 8-3.3.7.7-3.3zM9.2 4.2l2.6 2.6',
  error: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2zM5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4',
  info: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2zM8 7.3v3.6M8 5v.2',
  lock: 'M3.7 7.3h8.6v6H3.7zM5.4 7.2V5.1a2.6 2.6 0 0 1 5.2 0v2.1',
  shield: 'M8 1.9l5 1.9v3.7c0 3.1-2.1 5.4-5 6.5-2.9-1.1-5-3.4-5-6.5V3.8z',
  sync: 'M8 2.2A5.8 5.8 0 1 1 2.2 8',
  warning: 'M8 2.3l6.1 11H1.9zM8 6.4v3.5M8 11.5v.2',
} as const;

/** The name of a shape that the review draws. */
export type IconName = keyof typeof shapes;

/** A drawing of 16 by 16 in the colour of the text; the words beside it say the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
