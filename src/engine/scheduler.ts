import type { ApprovalMode } from '../core/approvalMode';
import { effectivePermission, isBlockedByPlan, needsConfirmation } from '../core/permission';
import { planFileBoundary, type BoundaryVerdict } from '../core/planFileBoundary';
import type { PermissionAnswer, ToolCall } from '../core/sessionEntry';
import { isAborted } from './isAborted';
import { modeNow } from './modeNow';
import { orAborted } from './orAborted';
import {
  cancelledBeforeStart,
  failed,
  refused,
  type Invocation,
  type MayStart,
  type Prepared,
  type Tool,
  type ToolDone,
} from './tool';
import { toolNamed } from './toolNamed';
import { AppendFailed, type TurnScope } from './turnScope';

/**
 * The one way in which a call of the model becomes an act (requirements 1.4).
 *
 * Invariants: a call that is refused has had no effect and asked nobody (H2); after every wait the abort signal and the
 * mode are looked at again (S1), so that a call runs only under the mode that judged it; one call asks at most one
 * question and has exactly one result (I20, I30). Only `AppendFailed` is thrown.
 */
export async function runCall(call: ToolCall, scope: TurnScope): Promise<ToolDone> {
  const tool = toolNamed(scope.tools, call.name);
  if (!tool) {
    const names = scope.tools.map(({ declaration }) => declaration.name).join(', ');
    return failed(`There is no tool called ${call.name}. The tools are: ${names}.`);
  }
  const built = tool.build(call.args);
  if (built.state === 'invalid') return failed(built.text);
  try {
    return await permitAndRun(call, tool, built.invocation, scope);
  } catch (cause) {
    if (cause instanceof AppendFailed) throw cause;
    // S6: whatever throws on the way has allowed nothing.
    scope.ports.onFault('a tool call failed unexpectedly', cause);
    if (isAborted(scope.signal))
      return { ...cancelledBeforeStart, text: 'The person stopped the turn while this call ran.' };
    return failed(`${call.name} failed: ${sentence(cause)} ${modeNow(scope.ports.register.mode)}`);
  }
}

async function permitAndRun(call: ToolCall, tool: Tool, invocation: Invocation, scope: TurnScope): Promise<ToolDone> {
  const { register } = scope.ports;
  let prepared: Prepared | undefined;
  let isAllowedByPerson = false;
  for (;;) {
    if (isAborted(scope.signal)) return cancelledBeforeStart;
    const { mode, revision } = register.state;
    const boundary = await judgeTarget(call, tool, mode, scope);
    if (isAborted(scope.signal)) return cancelledBeforeStart;
    if (register.revision !== revision) continue;
    const isInteractionRequired = invocation.requiresUserInteraction?.() === true;
    const isPlanFileWrite = boundary.kind === 'plan-file-write';
    // Issue 3 puts the person's rules in the second place and hooks around the question and the start.
    const permission = effectivePermission(invocation.permission(isPlanFileWrite), undefined, isInteractionRequired);
    if (permission === 'deny') return refused(`${tool.declaration.name} is not permitted here.`);
    // H2: before anybody is asked.
    if (boundary.kind === 'forbidden' || isBlockedByPlan(mode, invocation.kind, isPlanFileWrite)) {
      register.countAutomaticDenial();
      return refused(blockedByPlan(tool.declaration.name, boundary, scope.ports.planFile));
    }

    prepared ??= await invocation.prepare(scope.signal);
    if (isAborted(scope.signal)) return cancelledBeforeStart;
    if (prepared.state === 'ended') return prepared.result;
    if (register.revision !== revision) continue;
    if (!isAllowedByPerson && needsConfirmation(mode, permission, invocation.kind, isInteractionRequired)) {
      const ended = prepared.confirm ? await prepared.confirm() : await askPerson(call, invocation, prepared, scope);
      if (ended) return ended;
      if (isAborted(scope.signal) && !prepared.confirm) return cancelledBeforeStart;
      isAllowedByPerson = true;
    }
    // A plan exit checks its own revision at the gate; it alone may say "stale" about it (E6).
    if (!prepared.confirm && register.revision !== revision) continue;
    return await prepared.execute(mayStartUnder(revision, scope));
  }
}

async function judgeTarget(call: ToolCall, tool: Tool, mode: ApprovalMode, scope: TurnScope): Promise<BoundaryVerdict> {
  const { cwd, planFile, pathStyle: style, lookAtPath } = scope.ports;
  return planFileBoundary({ mode, cwd, planFile, style, toolName: tool.declaration.name, args: call.args }, lookAtPath);
}

async function askPerson(
  call: ToolCall,
  invocation: Invocation,
  prepared: Extract<Prepared, { state: 'ready' }>,
  scope: TurnScope,
): Promise<ToolDone | undefined> {
  const { prompter, onDidChangeWaiting, onFault, register } = scope.ports;
  const request = { call, kind: invocation.kind, title: prepared.title, edit: prepared.edit };
  const record = (answer: PermissionAnswer): Promise<void> =>
    scope.append({ type: 'permission', callId: call.id, answer });
  onDidChangeWaiting?.('permission');
  try {
    const waited = await orAborted(prompter.ask(request, scope.signal), scope.signal);
    const answer = waited.state === 'aborted' ? ({ kind: 'cancelled' } as const) : waited.value;
    switch (answer.kind) {
      case 'allow':
        await record('allowed');
        return undefined;
      case 'reject':
        await record('rejected');
        return refused(rejectedText(answer.note));
      case 'cancelled':
        await record('cancelled');
        return cancelledBeforeStart;
      default:
        return refused('The answer was none of those that were offered, so nothing was done.', true);
    }
  } catch (cause) {
    if (cause instanceof AppendFailed) throw cause;
    // B17: unavailable is not approved.
    onFault('the permission question could not be shown', cause);
    return refused(`Nobody could be asked, so this was not done. ${modeNow(register.mode)}`, true);
  } finally {
    onDidChangeWaiting?.(undefined);
  }
}

function mayStartUnder(revision: number, scope: TurnScope): MayStart {
  return () => {
    if (isAborted(scope.signal)) return cancelledBeforeStart;
    if (scope.ports.register.revision === revision) return undefined;
    return failed(
      'The approval mode was changed just before this call started, so it was not done. Call it again if it is still needed.',
    );
  };
}

/** S2: what, that no retry helps, and what helps. N05: the one path that may be written. */
function blockedByPlan(toolName: string, boundary: BoundaryVerdict, planFile: string): string {
  const what =
    boundary.kind === 'forbidden' && boundary.reason === 'unknown-target'
      ? `${toolName} is refused, because it is not known to only read.`
      : boundary.kind === 'forbidden'
        ? `${toolName} is refused for this target (${boundary.reason}).`
        : `${toolName} is refused, because it does not only read.`;
  return `Plan mode is on: ${what} Nobody was asked and nothing was changed. Do not try it again or in another way. Read what you need, write the plan to ${planFile}, and then call exit_plan_mode.`;
}

function rejectedText(note: string): string {
  const said = note.trim() === '' ? 'They gave no reason.' : `They say: ${note}`;
  return `The person said no to this call; it was not done. ${said} Do not try the same again.`;
}

function sentence(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.endsWith('.') ? text : `${text}.`;
}
