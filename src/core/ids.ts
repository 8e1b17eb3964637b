/** Port: a new identity, never handed out before, safe in file names and URIs. */
export interface Ids {
  next(): string;
}
