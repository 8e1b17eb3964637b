/** Port: the time now, in milliseconds since the Unix epoch. */
export interface Clock {
  now(): number;
}
