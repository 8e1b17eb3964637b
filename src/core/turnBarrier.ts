/** The flags of a finished tool call that concern the turn. */
export interface TurnFlags {
  /** G1: the turn ends after this batch, whatever the others say. */
  readonly stopTurn: boolean;
  /** G4: the turn ends if every call of the batch says so. */
  readonly terminate: boolean;
}

/** What the loop does after a batch (G1, G4, I31, I32). An empty batch continues nothing: there was no call. */
export function afterBatch(results: readonly TurnFlags[]): 'continue' | 'stop' {
  if (results.some((result) => result.stopTurn)) return 'stop';
  return results.length > 0 && results.every((result) => result.terminate) ? 'stop' : 'continue';
}

/** G2: whether a call that has not started yet is skipped, given what finished before it in a sequential batch. */
export function isSkippedAfter(finished: readonly TurnFlags[]): boolean {
  return finished.some((result) => result.stopTurn);
}

/**
 * G5: what a call says about the turn is taken before any after-tool hook sees it, so that a hook which throws or
 * replaces the result cannot lower the barrier. It can raise it.
 */
export function flagsAfterHook(before: TurnFlags, after: TurnFlags | undefined): TurnFlags {
  return {
    stopTurn: before.stopTurn || (after?.stopTurn ?? false),
    terminate: after?.terminate ?? false,
  };
}
