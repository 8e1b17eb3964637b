import type { Order } from './order.js';

/** What each article costs, in cents. */
export const prices: ReadonlyMap<string, number> = new Map([
  ['notebook', 450],
  ['pencil', 120],
  ['eraser', 80],
]);

/** The price of a whole order, in cents. Ten pieces or more of one article are 10 % off. */
export function totalCents(order: Order): number {
  let total = 0;
  for (const { article, quantity } of order.lines) {
    const full = (prices.get(article) ?? 0) * quantity;
    total += quantity >= 10 ? Math.round(full * 0.9) : full;
  }
  return total;
}

/** `1234` is `€12.34`. */
export function formatCents(cents: number): string {
  return `€${(cents / 100).toFixed(2)}`;
}
