/**
 * P3: after Plan mode was left in any way but an approved plan exit, each conversation is told so once.
 * The event is a value with a version; who has read it is each conversation's own business (a cursor), so that one
 * conversation cannot consume the notice of another.
 */
export interface ManualExitNotice {
  readonly version: number;
  readonly kind: 'clear' | 'manual-exit';
}

export const noManualExit: ManualExitNotice = { version: 0, kind: 'clear' };

/** The next event. Going to the same kind is an event too: a second manual exit is told again. */
export function nextNotice(notice: ManualExitNotice, kind: ManualExitNotice['kind']): ManualExitNotice {
  return { version: notice.version + 1, kind };
}

/** Whether a conversation that has read up to `cursor` still has to be told. */
export function isNoticeDue(notice: ManualExitNotice, cursor: number): boolean {
  return notice.kind === 'manual-exit' && notice.version > cursor;
}
