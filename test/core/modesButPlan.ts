import { approvalModes, type ExecutionMode } from '../../src/core/approvalMode';

export const modesButPlan: readonly ExecutionMode[] = approvalModes.filter((mode) => mode !== 'plan');
