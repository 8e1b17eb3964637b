/** Whether a fault comes from the operating system with one of these codes (`ENOENT`…). */
export function hasErrorCode(cause: unknown, ...codes: readonly string[]): boolean {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && codes.includes(cause.code);
}
