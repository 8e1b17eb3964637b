import type { ApprovalMode } from './approvalMode';

/** What a tool, a rule or both say about a call. */
export type Permission = 'allow' | 'ask' | 'deny';

/** What a call does, as its confirmation would say it. `info` is reading. */
export type ConfirmationKind = 'info' | 'edit' | 'execute' | 'mcp' | 'plan-exit' | 'question';

/**
 * R3: the tool's own default, then the rules, then the interaction requirement. A deny of either wins; an interaction
 * requirement turns every other outcome into `ask`, an explicit allow rule included (R5).
 */
export function effectivePermission(
  own: Permission,
  rule: Permission | undefined,
  isInteractionRequired: boolean,
): Permission {
  if (own === 'deny' || rule === 'deny') return 'deny';
  if (isInteractionRequired) return 'ask';
  return rule ?? own;
}

/**
 * R4, M2: whether a person has to be asked. `auto` asks here like `default`: only a classifier may say otherwise, and one
 * that is unavailable has not.
 */
export function needsConfirmation(
  mode: ApprovalMode,
  permission: Permission,
  kind: ConfirmationKind,
  isInteractionRequired: boolean,
): boolean {
  if (permission === 'deny') return false;
  if (isInteractionRequired) return true;
  if (permission === 'allow') return false;
  switch (mode) {
    case 'yolo':
      return false;
    case 'auto-edit':
      return kind !== 'edit' && kind !== 'info';
    case 'plan':
    case 'default':
    case 'auto':
      return true;
  }
}

/**
 * C7: whether so many calls were denied without a person, one after the other or in all since the mode last changed, that
 * a person should judge the next one and no classifier.
 */
export function hasTooManyDenials(denialsInARow: number, denialsInAll: number): boolean {
  return denialsInARow >= maxDenialsInARow || denialsInAll >= maxDenialsInAll;
}

const maxDenialsInARow = 3;
const maxDenialsInAll = 20;

/** M2: whether Plan refuses a call outright, whatever anybody allows. Plan-file writes have passed the boundary before. */
export function isBlockedByPlan(mode: ApprovalMode, kind: ConfirmationKind, isPlanFileWrite: boolean): boolean {
  if (mode !== 'plan') return false;
  switch (kind) {
    case 'info':
    case 'plan-exit':
    case 'question':
      return false;
    case 'edit':
      return !isPlanFileWrite;
    case 'execute':
    case 'mcp':
      return true;
  }
}
