import type { CancelSignal } from '../core/cancelSignal';
import type { Classification } from '../core/classification';
import type { ToolCall } from '../core/sessionEntry';

/**
 * Port: judges in `auto` whether a call may run without a person (M2). Never asked about a call that a person has to
 * answer. Whatever is neither `allow` nor `deny`, and a rejection too, means that a person is asked. After `signal` has
 * aborted its answer is not used.
 */
export interface Classifier {
  judge(call: ToolCall, signal: CancelSignal): Promise<Classification>;
}
