/** Resolves when every promise that could settle by itself has settled. Waits for no time. */
export function turnOfEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
