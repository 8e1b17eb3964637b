/** M1: the five approval modes, in the order in which the person cycles through them. */
export const approvalModes = ['plan', 'default', 'auto-edit', 'auto', 'yolo'] as const;

export type ApprovalMode = (typeof approvalModes)[number];

/** A mode in which the agent may act: every mode but Plan. */
export type ExecutionMode = Exclude<ApprovalMode, 'plan'>;

/** M4: the modes that a workspace without trust may use. */
export function isAllowedWithoutTrust(mode: ApprovalMode): boolean {
  return mode === 'plan' || mode === 'default';
}

/** M1: whether `a` lets an agent do less by itself than `b`; the cycling order goes from the strictest to the laxest. */
export function isStricter(a: ApprovalMode, b: ApprovalMode): boolean {
  return approvalModes.indexOf(a) < approvalModes.indexOf(b);
}

/** The modes that may be chosen here, in cycling order (M1, M4). */
export function offeredModes(isTrusted: boolean): readonly ApprovalMode[] {
  return isTrusted ? approvalModes : approvalModes.filter(isAllowedWithoutTrust);
}

/** M3: one step along M1, from the last mode back to the first; modes that are not allowed here are passed over. */
export function nextApprovalMode(mode: ApprovalMode, isTrusted: boolean): ApprovalMode {
  const offered = offeredModes(isTrusted);
  return offered[(offered.indexOf(mode) + 1) % offered.length] ?? 'plan';
}

/** The stricter of two: the one that comes first in M1. */
export function stricterMode(a: ApprovalMode, b: ApprovalMode): ApprovalMode {
  return approvalModes.indexOf(a) <= approvalModes.indexOf(b) ? a : b;
}
