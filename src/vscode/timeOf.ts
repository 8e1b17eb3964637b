import * as vscode from 'vscode';

/**
 * The time of today; the day too where it was another one.
 *
 * @param ts milliseconds since the Unix epoch
 */
export function timeOf(ts: number): string {
  const at = new Date(ts);
  const isToday = at.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(vscode.env.language, {
    ...(isToday ? {} : { dateStyle: 'medium' }),
    timeStyle: 'short',
  }).format(at);
}
