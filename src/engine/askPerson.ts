import { isDeepEqual } from '../core/boundApproval';
import { parseRule } from '../core/parseRule';
import {
  alwaysAllowRules,
  judgeByRules,
  rulesInMode,
  type PermissionRule,
  type PermissionSubject,
} from '../core/permissionRules';
import type { PermissionAnswer, ToolCall } from '../core/sessionEntry';
import { modeNow } from './modeNow';
import type { OpenQuestions } from './openQuestions';
import { orAborted } from './orAborted';
import { cancelledBeforeStart, refused, type Invocation, type Prepared, type ToolDone } from './tool';
import { AppendFailed, type TurnScope } from './turnScope';

/**
 * Asks a person about one call and records the answer. An answer that is none of the offered ones, and a question that
 * cannot be shown, allow nothing (I6, B17).
 */
export async function askPerson(asked: AskedCall, scope: TurnScope, questions: OpenQuestions): Promise<Asked> {
  const { call, invocation, prepared, subject } = asked;
  const { prompter, onDidChangeWaiting, onDidChangeRules, onFault, register, allowAlways } = scope.ports;
  const always = asked.mayAllowAlways && allowAlways ? usableRules(subject, scope) : [];
  const canAllowAlways = always.length > 0;
  const request = {
    call,
    kind: invocation.kind,
    title: prepared.title,
    edit: prepared.edit,
    canAllowAlways,
    alwaysRules: always.map(({ text }) => text),
  };
  const prompt = new AbortController();
  const onAbort = (): void => prompt.abort(scope.signal.reason);
  // S8: never where "always allow" is hidden: a rule, a hook or the call itself has forced the question.
  const reconsider = (): void => {
    if (canAllowAlways && isAllowedByRules(subject, scope)) prompt.abort('allowed-by-rule');
  };
  const record = (answer: PermissionAnswer): Promise<void> =>
    scope.append({ type: 'permission', callId: call.id, answer });
  const allowed: Asked = { state: 'allowed' };
  const ended = (result: ToolDone): Asked => ({ state: 'ended', result });

  const close = questions.open();
  const unsubscribe = onDidChangeRules?.(reconsider);
  scope.signal.addEventListener('abort', onAbort);
  onDidChangeWaiting?.('permission');
  try {
    // Taken back, it still waits for the prompter: a person's answer that came first is the one that counts (S5).
    const waited = await orAborted(prompter.ask(request, prompt.signal), scope.signal);
    const answer = waited.state === 'aborted' ? ({ kind: 'cancelled' } as const) : waited.value;
    close();
    unsubscribe?.();
    switch (answer.kind) {
      case 'allow':
        await record('allowed');
        return allowed;
      case 'allow-always':
        await record('allowed');
        if (canAllowAlways) allowAlways?.(always);
        return allowed;
      case 'reject':
        await record('rejected');
        return ended(refused(rejectedText(answer.note)));
      case 'cancelled':
        // Nobody answered: a rule did, and whether it still does is looked at again.
        if (prompt.signal.reason === 'allowed-by-rule' && waited.state === 'settled') return { state: 'taken-back' };
        await record('cancelled');
        return ended(cancelledBeforeStart);
      default:
        return ended(refused('The answer was none of those that were offered, so nothing was done.', true));
    }
  } catch (cause) {
    if (cause instanceof AppendFailed) throw cause;
    // B17: unavailable is not approved.
    onFault('the permission question could not be shown', cause);
    return ended(refused(`Nobody could be asked, so this was not done. ${modeNow(register.ruling.mode)}`, true));
  } finally {
    close();
    unsubscribe?.();
    scope.signal.removeEventListener('abort', onAbort);
    onDidChangeWaiting?.(questions.size > 0 ? 'permission' : undefined);
  }
}

export interface AskedCall {
  readonly call: ToolCall;
  readonly invocation: Invocation;
  readonly prepared: Extract<Prepared, { state: 'ready' }>;
  readonly subject: PermissionSubject;
  /** R7: false where the call itself, a rule or a hook forces the question. */
  readonly mayAllowAlways: boolean;
}

export type Asked =
  | { readonly state: 'allowed' }
  /** S8: the rules have answered the question meanwhile. */
  | { readonly state: 'taken-back' }
  | { readonly state: 'ended'; readonly result: ToolDone };

/**
 * The rules that "always allow" would make, if they would count: in this mode (M2: in `auto` some do not), in this
 * workspace, and when they are read again from the text that is kept of them.
 */
function usableRules(subject: PermissionSubject, { ports: { register } }: TurnScope): readonly PermissionRule[] {
  const rules = alwaysAllowRules(subject) ?? [];
  const isUsable = register.isTrusted && rulesInMode(rules, register.ruling.mode).length === rules.length;
  return isUsable && rules.every(isReadAgain) ? rules : [];
}

function isReadAgain(rule: PermissionRule): boolean {
  const again = parseRule(rule.text, rule.effect, rule.source);
  return again.state === 'parsed' && isDeepEqual(again.rule, rule);
}

function isAllowedByRules(subject: PermissionSubject, scope: TurnScope): boolean {
  const { rules, register } = scope.ports;
  return judgeByRules(rulesInMode(rules?.().rules ?? [], register.ruling.mode), subject).kind === 'allow';
}

function rejectedText(note: string): string {
  const said = note.trim() === '' ? 'They gave no reason.' : `They say: ${note}`;
  return `The person said no to this call; it was not done. ${said} Do not try the same again.`;
}
