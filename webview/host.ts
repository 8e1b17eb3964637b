import * as z from 'zod/mini';

// The page may evaluate no text as code; the parser would try, and the browser would report it.
z.config({ jitless: true });

/**
 * Joins the page to its host: every message that fits `schema` reaches `onMessage`, any other is dropped and reported by
 * its faulty fields only, never by its text. The result posts a message with the token of this very page (J01).
 */
// The caller states what its page may say; only the result carries it.
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
export function connect<Heard, Said extends object>(
  schema: z.ZodMiniType<Heard>,
  onMessage: (message: Heard) => void,
): (message: Said) => void {
  const host = acquireVsCodeApi();
  const page = document.querySelector('meta[name="countersign-page"]')?.getAttribute('content') ?? '';
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const parsed = z.safeParse(schema, event.data);
    if (parsed.success) onMessage(parsed.data);
    else console.error(`A message from the host was dropped: ${z.prettifyError(parsed.error)}`);
  });
  return (message) => host.postMessage({ ...message, page });
}

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };
