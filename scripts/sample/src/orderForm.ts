import type { Order } from './order.js';

/** The fields of the order form, as the browser sends them: everything is text. */
export interface OrderFormFields {
  readonly name: string;
  readonly email: string;
  readonly article: string;
  readonly quantity: string;
}

/** Turns the fields of the form into an order. */
export function readOrderForm(fields: OrderFormFields): Order {
  return {
    customer: { name: fields.name.trim(), email: fields.email.trim() },
    lines: [{ article: fields.article, quantity: Number(fields.quantity) }],
  };
}
