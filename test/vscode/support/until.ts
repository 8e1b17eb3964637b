import { setTimeout as pause } from 'node:timers/promises';

/** Waits until a condition holds, and fails when it has not after 10 seconds. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const end = Date.now() + 10_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`It did not come to this: ${what}.`);
    await pause(5);
  }
}
