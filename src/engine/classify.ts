import type { Classification } from '../core/classification';
import { hasTooManyDenials, type ConfirmationKind } from '../core/permission';
import type { PermissionSubject } from '../core/permissionRules';
import type { ToolCall } from '../core/sessionEntry';
import type { Classifier } from './classifier';
import { orAborted } from './orAborted';
import type { TurnScope } from './turnScope';

/**
 * M2: whether a call is of a kind that a classifier may judge at all: neither the plan's lifecycle nor a question, and no
 * edit that leads out of the workspace or nobody knows where.
 */
export function isOfJudgedKind(toolName: string, kind: ConfirmationKind, { value }: PermissionSubject): boolean {
  if (kind === 'plan-exit' || kind === 'question' || lifecycle.has(toolName)) return false;
  return kind !== 'edit' || (value.kind === 'paths' && value.paths.every(([name = '/']) => !isAbsolute(name)));
}

/**
 * Asks the classifier about one call and records what it said, before anything follows from that. Undefined where the turn
 * was stopped meanwhile. A classifier that fails has judged nothing: unavailable is not approved.
 */
export async function classify(
  call: ToolCall,
  classifier: Classifier,
  scope: TurnScope,
): Promise<Classification | undefined> {
  const classification = await classificationOf(call, classifier, scope);
  if (!classification) return undefined;
  await scope.append({ type: 'classified', callId: call.id, classification });
  const said = classification.kind === 'judged' ? classification.verdict : classification.code;
  scope.ports.onClassified?.(call.name, said);
  return classification;
}

async function classificationOf(
  call: ToolCall,
  classifier: Classifier,
  { ports: { register, onFault }, signal }: TurnScope,
): Promise<Classification | undefined> {
  if (hasTooManyDenials(register.automaticDenialsInARow, register.automaticDenials))
    return { kind: 'not-judged', code: 'too-many-denials' };
  try {
    const judged = await orAborted(classifier.judge(call, signal), signal);
    return judged.state === 'aborted' || signal.aborted ? undefined : judged.value;
  } catch (cause) {
    onFault('the classifier failed', cause);
    return signal.aborted ? undefined : { kind: 'not-judged', code: 'failed' };
  }
}

/** Whether these may run is never for a classifier to say. */
const lifecycle = new Set(['exit_plan_mode', 'enter_plan_mode', 'ask_user_question']);

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[a-z]:/i.test(path);
}
