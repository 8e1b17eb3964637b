import type { ApprovalMode, ExecutionMode } from './approvalMode';

/**
 * L5: where a leader's approval leads its teammate, which is never further than a person let the leader itself go. Undefined
 * where the leader is in Plan: it has nothing to give (I49).
 */
export function leaderTarget(mode: ApprovalMode, isTrusted: boolean): ExecutionMode | undefined {
  switch (mode) {
    case 'plan':
      return undefined;
    case 'default':
    case 'auto':
      return 'default';
    case 'auto-edit':
    case 'yolo':
      return isTrusted ? mode : 'default';
  }
}
