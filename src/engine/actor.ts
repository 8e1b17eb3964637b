/** Whose turn it is, and with that whose business the mode is (E1, L1). */
export type Actor =
  /** The session's own agent: a person decides about its plans. */
  | { readonly kind: 'main' }
  /** Started by the agent of the session for one task. It can neither enter nor leave Plan mode. */
  | { readonly kind: 'sub-agent'; readonly name: string };

export const mainActor: Actor = { kind: 'main' };
