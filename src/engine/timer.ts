/** Port: calls `onEnd` once, `ms` milliseconds from now, unless what it returns is called before. */
export type StartTimer = (ms: number, onEnd: () => void) => () => void;

/** By Node's own timers. */
export const nodeTimer: StartTimer = (ms, onEnd) => {
  const timer = setTimeout(onEnd, ms);
  return () => clearTimeout(timer);
};
