/** One drawing of 16 by 16: the name by which a style sheet knows it, its path, and whether a circle is around it. */
export type Shape = readonly [name: string, path: string, isRound?: true];

// One constant for each: a page's bundle holds only the shapes that the page draws.
export const add: Shape = ['add', 'M8 3v10M3 8h10'];
export const bell: Shape = [
  'bell',
  'M8 2.3c-2.2 0-3.7 1.6-3.7 3.8v2.6L3 11.2h10l-1.3-2.5V6.1c0-2.2-1.5-3.8-3.7-3.8zM6.7 13.4c.7.7 1.9.7 2.6 0',
];
export const check: Shape = ['check', 'M3 8.6l3.2 3.1L13 4.8'];
export const checklist: Shape = ['checklist', 'M2.2 4.4l1.1 1.1 2-2.1M8 4.5h5.8M2.2 11l1.1 1.1 2-2.1M8 11.1h5.8'];
export const chevronDown: Shape = ['chevron-down', 'M4 6.2l4 4 4-4'];
export const chevronRight: Shape = ['chevron-right', 'M6.2 4l4 4-4 4'];
export const circleSlash: Shape = ['circle-slash', 'M4 12l8-8', true];
export const close: Shape = ['close', 'M4 4l8 8M12 4l-8 8'];
export const comment: Shape = ['comment', 'M2.3 3.3h11.4v7.4H7.6L4.9 13.2v-2.5H2.3z'];
export const copy: Shape = ['copy', 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z'];
export const down: Shape = ['down', 'M8 3v9.3M4.2 8.7L8 12.5l3.8-3.8'];
export const edit: Shape = ['edit', 'M10.9 2.5l2.6 2.6-8 8-3.3.7.7-3.3zM9.2 4.2l2.6 2.6'];
export const error: Shape = ['error', 'M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4', true];
export const history: Shape = ['history', 'M8 4.8V8l2.3 1.6', true];
export const idle: Shape = ['idle', 'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z'];
export const info: Shape = ['info', 'M8 7.3v3.6M8 5v.2', true];
export const lock: Shape = ['lock', 'M3.7 7.3h8.6v6H3.7zM5.4 7.2V5.1a2.6 2.6 0 0 1 5.2 0v2.1'];
export const minus: Shape = ['minus', 'M5.4 8h5.2', true];
export const question: Shape = ['question', 'M6.3 6.6c0-2.1 3.4-2.1 3.4 0 0 1.2-1.7 1.3-1.7 2.5M8 11v.2', true];
export const send: Shape = ['send', 'M8 13V3.7M4.2 7.3L8 3.5l3.8 3.8'];
export const shield: Shape = ['shield', 'M8 1.9l5 1.9v3.7c0 3.1-2.1 5.4-5 6.5-2.9-1.1-5-3.4-5-6.5V3.8z'];
export const skipped: Shape = ['skipped', 'M3.2 4.2L8 8l-4.8 3.8zM11.8 4v8'];
export const spinner: Shape = ['spinner', 'M8 2.2A5.8 5.8 0 1 1 2.2 8'];
export const stop: Shape = ['stop', 'M4.5 4.5h7v7h-7z'];
export const todoOpen: Shape = ['todo-open', '', true];
export const wand: Shape = [
  'wand',
  'M2.5 13.5l6.8-6.8M11.6 1.8v3.4M9.9 3.5h3.4M13 8.4v2.2M11.9 9.5h2.2M5.5 2.4v2.2M4.4 3.5h2.2',
];
export const warning: Shape = ['warning', 'M8 2.3l6.1 11H1.9zM8 6.4v3.5M8 11.5v.2'];
export const zap: Shape = ['zap', 'M9.2 1.6L3.6 9h3.7l-.6 5.4L12.4 7H8.6z'];
