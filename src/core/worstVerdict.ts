/** What a command for a shell does, as far as its text tells. */
export type ShellVerdict = 'read-only' | 'writes' | 'unknown';

/** The verdict that weighs most; of nothing, `read-only`. */
export function worst(verdicts: readonly ShellVerdict[]): ShellVerdict {
  if (verdicts.includes('writes')) return 'writes';
  return verdicts.includes('unknown') ? 'unknown' : 'read-only';
}
