/** What a customer has ordered. */
export interface Order {
  readonly customer: Customer;
  readonly lines: readonly OrderLine[];
}

export interface Customer {
  readonly name: string;
  readonly email: string;
}

export interface OrderLine {
  readonly article: string;
  readonly quantity: number;
}
