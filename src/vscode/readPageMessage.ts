import * as z from 'zod/mini';
import type { Page } from './page';

/** What a page said; a fault for the log where it is malformed or came without the token of that very page (J01). */
export function readPageMessage<T extends { readonly page: string }>(
  schema: z.ZodMiniType<T>,
  message: unknown,
  page: Page,
): { readonly state: 'read'; readonly message: T } | { readonly state: 'refused'; readonly fault: string } {
  const parsed = z.safeParse(schema, message);
  if (!parsed.success) return { state: 'refused', fault: z.prettifyError(parsed.error) };
  if (parsed.data.page !== page.token) return { state: 'refused', fault: 'wrong page token' };
  return { state: 'read', message: parsed.data };
}
