/**
 * How many milliseconds a place has to have been there before a key or click on it counts (I15): long enough that what
 * was meant for the thing before it is over.
 */
export const armMs = 500;
