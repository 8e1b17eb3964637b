import type { CancelSignal } from '../core/cancelSignal';
import type { ToolCall } from '../core/sessionEntry';

/**
 * Port: judges in `auto` whether a call may run without a person (M2). Never asked about a call that a person has to
 * answer. Whatever is not `allow`, and a rejection too, means that a person is asked.
 */
export interface Classifier {
  judge(call: ToolCall, signal: CancelSignal): Promise<'allow' | 'ask' | 'unavailable'>;
}
