/** Whose turn it is, and with that whose business the mode is (E1, L1). */
export type Actor =
  /** The session's own agent: a person decides about its plans. */
  | { readonly kind: 'main' }
  /** Started by the agent of the session for one task. It can neither enter nor leave Plan mode. */
  | { readonly kind: 'sub-agent'; readonly name: string }
  /** A sub-agent that changes nothing before the session's own agent, its leader, has approved its plan (E3). */
  | { readonly kind: 'teammate'; readonly name: string; readonly taskCallId: string };

export const mainActor: Actor = { kind: 'main' };

/** Whether a turn is the session's own agent's. An actor that is left out is that one. */
export function isMain({ actor = mainActor }: { readonly actor?: Actor | undefined }): boolean {
  return actor.kind === 'main';
}
