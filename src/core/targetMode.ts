import type { ExecutionMode } from './approvalMode';
import type { FrozenPlan } from './frozenPlan';
import type { ApprovalTarget } from './review';

/** 1.5: the mode that an approval leads to; "restore" is what the frozen plan says, never what the register says now. */
export function targetMode(plan: FrozenPlan, target: ApprovalTarget): ExecutionMode {
  switch (target) {
    case 'restore':
      return plan.prePlanMode;
    case 'auto-edit':
      return 'auto-edit';
    case 'default':
      return 'default';
  }
}
