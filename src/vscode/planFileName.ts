/** N09: the name of the file in which a session's agent writes its plan; by id, so that no two sessions share one. */
export function planFileName(sessionId: string): string {
  return `${sessionId}.md`;
}
