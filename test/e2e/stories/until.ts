/** Waits until something holds. A look that throws (a page that is being replaced) is a look that found nothing yet. */
export async function until(what: string, holds: () => Promise<boolean>, limitMs = 20_000): Promise<void> {
  const end = Date.now() + limitMs;
  let last: unknown;
  while (Date.now() < end) {
    try {
      if (await holds()) return;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Waited ${limitMs} ms in vain until ${what}.`, { cause: last });
}
