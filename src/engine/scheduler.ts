import type { ApprovalMode } from '../core/approvalMode';
import { isGuarded } from '../core/guardedFiles';
import { BoundApproval, isDeepEqual } from '../core/boundApproval';
import type { Classification, Verdict } from '../core/classification';
import { effectivePermission, isBlockedByPlan, needsConfirmation, type Permission } from '../core/permission';
import {
  judgeByRules,
  ruleDenialText,
  rulesInMode,
  type PermissionSubject,
  type RuleVerdict,
} from '../core/permissionRules';
import { planFileBoundary, type BoundaryVerdict } from '../core/planFileBoundary';
import type { ToolCall } from '../core/sessionEntry';
import { isAllowedBeforeApproval } from '../core/teammateCalls';
import { isMain } from './actor';
import { afterTool } from './afterTool';
import { askPerson } from './askPerson';
import type { Classifier } from './classifier';
import { classify, isOfJudgedKind } from './classify';
import type { EnginePorts } from './enginePorts';
import type { HookDecision, Hooks } from './hooks/hooks';
import { isAborted } from './isAborted';
import { modeNow } from './modeNow';
import { howToHandOver, planHandover } from './modeReminder';
import { OpenQuestions } from './openQuestions';
import { subjectOf } from './subjectOf';
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
 * The one way in which a call of the model becomes an act (requirements 1.4): the tool's own denial, the plan-file
 * boundary, the person's rules, the interaction requirement, the mode, the classifier, the PermissionRequest hook, the
 * person, the PreToolUse hook, the checkpoint of the workspace, the act, the PostToolUse hook.
 *
 * Invariants: a call that is refused has had no effect and, if the mode or a rule refused it, asked nobody (H2). After every
 * wait everything is judged again (S1), so that a call runs only under the mode and the rules that permit it now; one call
 * asks at most one question and has exactly one result (I20, I30). Only `AppendFailed` is thrown.
 */
export async function runCall(call: ToolCall, scope: TurnScope, questions = new OpenQuestions()): Promise<ToolDone> {
  const tool = toolNamed(scope.tools, call.name);
  if (!tool) {
    const names = scope.tools.map(({ declaration }) => declaration.name).join(', ');
    return failed(`There is no tool called ${call.name}. The tools are: ${names}.`);
  }
  const built = tool.build(call.args);
  if (built.state === 'invalid') return failed(built.text);
  const run = new CallRun(call, tool, built.invocation, scope, questions);
  try {
    return await run.toItsEnd();
  } catch (cause) {
    run.withdraw();
    if (cause instanceof AppendFailed) throw cause;
    // S6: whatever throws on the way has allowed nothing.
    scope.ports.onFault('a tool call failed unexpectedly', cause);
    if (isAborted(scope.signal))
      return { ...cancelledBeforeStart, text: 'The person stopped the turn while this call ran.' };
    return failed(`${call.name} failed: ${sentence(cause)} ${modeNow(scope.ports.register.ruling.mode)}`);
  }
}

type Ready = Extract<Prepared, { state: 'ready' }>;

/** What is known of a call at one moment. Nothing of it holds after a wait. */
interface Judgement {
  readonly mode: ApprovalMode;
  readonly revision: number;
  readonly subject: PermissionSubject;
  /** Whether somebody has to permit it, person or not. */
  readonly isConfirmationNeeded: boolean;
  /** Whether only a person will do. */
  readonly isPersonNeeded: boolean;
  /** 1.12: whether only a one-off approval will do, of this very command as it is now. */
  readonly isBoundApprovalNeeded: boolean;
  readonly mayAllowAlways: boolean;
  /** Whether the workspace is to be recorded before it. */
  readonly mayChangeWorkspace: boolean;
}

/** 1.12: what a person sees of a command in Plan, and what it must still be when it runs. */
interface CommandSnapshot {
  readonly args: ToolCall['args'];
  readonly cwd: string;
  /** Of the approval mode. */
  readonly revision: number;
}

class CallRun {
  #call: ToolCall;
  #invocation: Invocation;
  #prepared: Ready | undefined;
  /** Who has permitted the call as it is. A person's word also counts where only a person will do. */
  #permittedBy: 'nobody' | 'hook' | 'person' = 'nobody';
  /** What the classifier said of the call as it is. It counts only while `auto` is on. */
  #classification: Classification | undefined;
  #isRequestHookRun = false;
  #isPreToolUseRun = false;
  #isPersonWantedByHook = false;
  /** A person's leave for one command in Plan. */
  #approval: BoundApproval<CommandSnapshot> | undefined;
  readonly #tool: Tool;
  readonly #scope: TurnScope;
  readonly #questions: OpenQuestions;

  constructor(call: ToolCall, tool: Tool, invocation: Invocation, scope: TurnScope, questions: OpenQuestions) {
    // Hooks and the classifier know a tool by one name.
    this.#call = { ...call, name: tool.declaration.name };
    this.#tool = tool;
    this.#invocation = invocation;
    this.#scope = scope;
    this.#questions = questions;
  }

  /** One step, then everything again, until there is a result. */
  async toItsEnd(): Promise<ToolDone> {
    for (;;) {
      const ended = await this.#step();
      if (ended) return ended;
    }
  }

  /** S4: an approval that was given to this call must not outlive it. */
  withdraw(): void {
    this.#prepared?.withdraw?.();
    this.#approval?.withdraw();
  }

  async #step(): Promise<ToolDone | undefined> {
    if (isAborted(this.#scope.signal)) return this.#stopped();
    const judged = await this.#judge();
    if (isAborted(this.#scope.signal)) return this.#stopped();
    if ('outcome' in judged) return this.#blocked(judged);
    if (this.#register.ruling.revision !== judged.revision) return undefined;
    if (this.#isStale(judged)) return this.#stale();
    if (!this.#prepared) return this.#prepare();
    if (!this.#isPermitted(judged)) return this.#seekPermission(judged, this.#prepared);
    if (this.#hooks && !this.#isPreToolUseRun) return this.#preToolUse(this.#hooks);
    if (judged.mayChangeWorkspace && !this.#scope.checkpoint.isTaken) {
      await this.#scope.checkpoint.take(this.#scope.signal);
      return undefined;
    }
    return this.#execute(judged, this.#prepared);
  }

  /** Says no, or what is still needed. Asks nobody. */
  async #judge(): Promise<ToolDone | Judgement> {
    const { register, cwd, pathStyle: style, lookAtPath } = this.#scope.ports;
    const { mode, revision } = register.ruling;
    const planFile = ownPlanFile(this.#scope.ports);
    const toolName = this.#tool.declaration.name;
    const command = mode === 'plan' ? this.#invocation.planShell?.() : undefined;
    if (command === 'writes') return refused(blockedByPlan(toolName, command, this.#scope.ports));
    const boundary: BoundaryVerdict =
      command === undefined
        ? await planFileBoundary({ mode, cwd, planFile, style, toolName, args: this.#call.args }, lookAtPath)
        : { kind: 'not-plan' };
    const isPlanFileWrite = boundary.kind === 'plan-file-write';
    const own = this.#invocation.permission(isPlanFileWrite);
    if (own === 'deny') return refused(`${toolName} is not permitted here.`);
    // H2: before anybody is asked.
    if (boundary.kind === 'forbidden') return refused(blockedByPlan(toolName, boundary, this.#scope.ports));
    const { subject, verdict } = await this.#judgeByRules(mode);
    if (verdict.kind === 'deny') return refused(ruleDenialText(toolName, verdict));
    const isBoundApprovalNeeded = command === 'unknown';
    const isInteractionRequired = isBoundApprovalNeeded || this.#invocation.requiresUserInteraction?.() === true;
    const rule = verdict.kind === 'none' ? undefined : verdict.kind;
    const permission = effectivePermission(own, rule, isInteractionRequired);
    // L2, I51: before its plan is approved a teammate may do less than Plan permits.
    if (!this.#isOpenToTeammate(own, permission)) return refused(notBeforeApproval(toolName, this.#scope.ports));
    const { kind } = this.#invocation;
    if (command === undefined && isBlockedByPlan(mode, kind, isPlanFileWrite))
      return refused(blockedByPlan(toolName, boundary, this.#scope.ports));
    // The plan file is the session's own, wherever it lies. YOLO is a person's word for everything that is not denied.
    const isOfGuardedFile = kind === 'edit' && !isPlanFileWrite && mode !== 'yolo' && isGuarded(subject.value);
    const isForced = isInteractionRequired || this.#isPersonWantedByHook || isOfGuardedFile;
    return {
      mode,
      revision,
      subject,
      isConfirmationNeeded: isForced || needsConfirmation(mode, permission, kind, isInteractionRequired),
      isPersonNeeded: isForced,
      isBoundApprovalNeeded,
      // R7. G03: the plan file is no place for a rule.
      mayAllowAlways: !isForced && verdict.kind !== 'ask' && !isPlanFileWrite,
      mayChangeWorkspace: mayChangeWorkspace(this.#invocation, isPlanFileWrite),
    };
  }

  #isOpenToTeammate(own: Permission, effective: Permission): boolean {
    const { actor, register } = this.#scope.ports;
    if (actor?.kind !== 'teammate' || register.mode !== 'plan') return true;
    const { name: toolName, args } = this.#call;
    return isAllowedBeforeApproval({ toolName, args, teammate: actor.name, own, effective });
  }

  async #judgeByRules(mode: ApprovalMode): Promise<{ subject: PermissionSubject; verdict: RuleVerdict }> {
    const { ports } = this.#scope;
    const all = ports.rules?.().rules ?? [];
    if (all.length === 0 && !ports.allowAlways && !ports.classifier && this.#invocation.kind !== 'edit') {
      return { subject: { names: [this.#tool.declaration.name], value: { kind: 'none' } }, verdict: { kind: 'none' } };
    }
    const subject = await subjectOf(this.#call, this.#tool, this.#invocation, ports);
    // Read after the wait: a rule that was added meanwhile counts.
    return { subject, verdict: judgeByRules(rulesInMode(ports.rules?.().rules ?? [], mode), subject) };
  }

  async #prepare(): Promise<ToolDone | undefined> {
    const prepared = await this.#invocation.prepare(this.#scope.signal);
    if (prepared.state === 'ended') return isAborted(this.#scope.signal) ? cancelledBeforeStart : prepared.result;
    this.#prepared = prepared;
    return undefined;
  }

  #isPermitted(judged: Judgement): boolean {
    if (!judged.isConfirmationNeeded) return true;
    switch (this.#permittedBy) {
      case 'nobody':
        // It was asked because of the mode, which may have been changed since.
        return this.#classifierFor(judged) !== undefined && verdictOf(this.#classification) === 'allow';
      case 'hook':
        return !judged.isPersonNeeded;
      case 'person':
        return true;
    }
  }

  async #seekPermission(judged: Judgement, prepared: Ready): Promise<ToolDone | undefined> {
    const classifier = this.#classifierFor(judged);
    if (classifier && !this.#classification) {
      this.#classification = await classify(this.#call, classifier, this.#scope);
      return undefined;
    }
    if (classifier && verdictOf(this.#classification) === 'deny') return this.#deniedByClassifier();
    if (this.#hooks && !this.#isRequestHookRun) {
      this.#isRequestHookRun = true;
      const decision = await this.#decisionOf(this.#hooks.permissionRequest(this.#call, this.#scope.signal));
      if (isAborted(this.#scope.signal)) return this.#stopped();
      return this.#afterRequestHook(decision, judged);
    }
    return this.#ask(judged, prepared);
  }

  /** M2: `auto` only, never where a person has to answer or a rule wants one asked, and not for a write that leads outside. */
  #classifierFor({ mode, subject, mayAllowAlways }: Judgement): Classifier | undefined {
    if (mode !== 'auto' || !mayAllowAlways) return undefined;
    const isJudged = isOfJudgedKind(this.#tool.declaration.name, this.#invocation.kind, subject);
    return isJudged ? this.#scope.ports.classifier : undefined;
  }

  /** S4: a hook that fails has decided nothing, and arguments that are as they were change nothing. */
  async #decisionOf(asked: Promise<HookDecision>): Promise<HookDecision> {
    try {
      const decision = await asked;
      if (decision.kind !== 'allow' || !isDeepEqual(decision.updatedInput, this.#call.args)) return decision;
      return { kind: 'allow', updatedInput: undefined };
    } catch (cause) {
      this.#scope.ports.onFault('a hook failed', cause);
      return { kind: 'none' };
    }
  }

  /** S4: an answer counts only if it decides and denies, or if no person has to answer. */
  async #afterRequestHook(decision: HookDecision, judged: Judgement): Promise<ToolDone | undefined> {
    switch (decision.kind) {
      case 'deny':
        return this.#deniedByHook(decision.message);
      case 'allow':
        if (judged.isPersonNeeded) return undefined;
        if (decision.updatedInput && !(await this.#useInput(decision.updatedInput))) return undefined;
        this.#permittedBy = 'hook';
        return undefined;
      case 'ask':
      case 'none':
        return undefined;
    }
  }

  async #ask(judged: Judgement, prepared: Ready): Promise<ToolDone | undefined> {
    this.#notify();
    if (prepared.confirm) {
      const ended = await prepared.confirm();
      if (!ended) this.#permittedBy = 'person';
      return ended;
    }
    const { subject, mayAllowAlways } = judged;
    // 1.12: nothing was awaited since the call was judged, so what is shown is what it is bound to.
    this.#approval = judged.isBoundApprovalNeeded ? new BoundApproval(this.#snapshot(), isDeepEqual) : undefined;
    const asked = await askPerson(
      { call: this.#call, invocation: this.#invocation, prepared, subject, mayAllowAlways },
      this.#scope,
      this.#questions,
    );
    if (asked.state === 'allowed') {
      this.#approval?.claim('approved');
      this.#permittedBy = 'person';
    }
    return asked.state === 'ended' ? asked.result : undefined;
  }

  async #preToolUse(hooks: Hooks): Promise<ToolDone | undefined> {
    this.#isPreToolUseRun = true;
    const decision = await this.#decisionOf(hooks.preToolUse(this.#call, this.#scope.signal));
    if (isAborted(this.#scope.signal)) return this.#stopped();
    switch (decision.kind) {
      case 'deny':
        this.withdraw();
        return this.#deniedByHook(decision.message);
      case 'ask':
        this.#isPersonWantedByHook = true;
        return undefined;
      case 'allow':
        if (!decision.updatedInput) return undefined;
        // I5: what a person has seen is what runs.
        if (this.#permittedBy === 'person' || this.#prepared?.confirm) {
          this.#scope.ports.onFault('a PreToolUse hook tried to change a call that a person had permitted', undefined);
        } else if (await this.#useInput(decision.updatedInput)) {
          // Nobody has permitted the call as it is now.
          this.#permittedBy = 'nobody';
          this.#classification = undefined;
          this.#isRequestHookRun = false;
        }
        return undefined;
      case 'none':
        return undefined;
    }
  }

  async #execute(judged: Judgement, prepared: Ready): Promise<ToolDone> {
    const result = await prepared.execute(this.#mayStartUnder(judged.revision), this.#call.id);
    if (result.outcome === 'ok') this.#register.endRowOfDenials();
    return afterTool(this.#call, result, this.#scope);
  }

  /** S1. An approved plan exit says itself that it was stopped (E5), and its approval is used up by that. */
  async #stopped(): Promise<ToolDone> {
    const prepared = this.#prepared;
    if (this.#permittedBy !== 'person' || !prepared?.confirm) return cancelledBeforeStart;
    return prepared.execute(() => cancelledBeforeStart, this.#call.id);
  }

  #blocked(result: ToolDone): ToolDone {
    this.withdraw();
    this.#register.countAutomaticDenial();
    return result;
  }

  #deniedByHook(message: string): ToolDone {
    this.#register.countAutomaticDenial();
    return refused(
      `A hook denies this call of ${this.#tool.declaration.name}; it was not done. It says: ${sentence(message)} ${modeNow(this.#register.ruling.mode)}`,
    );
  }

  /** C7: counted, so that an agent that tries on comes to a person. I8: it says who said no. */
  #deniedByClassifier(): ToolDone {
    this.withdraw();
    this.#register.countAutomaticDenial();
    const reason = this.#classification?.kind === 'judged' ? this.#classification.reason : '';
    return refused(
      `The classifier of auto mode denies this call of ${this.#tool.declaration.name}; it was not done, and the person was not asked. It says: ${sentence(reason)} ${modeNow(this.#register.ruling.mode)} Do not try the same in another way; go on without it, or say what you would need it for.`,
    );
  }

  /**
   * Takes a hook's arguments in place of the model's, and records that, so that the transcript tells what really runs.
   * False where they are not valid: then they decide nothing.
   */
  async #useInput(args: ToolCall['args']): Promise<boolean> {
    const built = this.#tool.build(args);
    if (built.state === 'invalid') {
      this.#scope.ports.onFault('a hook changed the arguments of a call to ones that are not valid', undefined);
      return false;
    }
    await this.#scope.append({ type: 'call-changed', callId: this.#call.id, args });
    this.#call = { ...this.#call, args };
    this.#invocation = built.invocation;
    this.#prepared = undefined;
    return true;
  }

  /** The question does not wait for it, and nothing comes of it. */
  #notify(): void {
    const text = `The agent waits for a person's permission to use ${this.#tool.declaration.name}.`;
    const call = this.#call;
    this.#scope.notices.tell((signal) => this.#hooks?.notification('permission_prompt', text, call, signal));
  }

  /** 1.12, I12: whether a person's leave was for another state of things than this one. */
  #isStale(judged: Judgement): boolean {
    if (this.#permittedBy !== 'person') return false;
    if (!this.#approval) return judged.isBoundApprovalNeeded;
    return this.#approval.check(this.#snapshot()) === 'stale';
  }

  #snapshot(): CommandSnapshot {
    // A copy: whoever still holds the arguments may change them.
    return {
      args: structuredClone(this.#call.args),
      cwd: this.#scope.ports.cwd,
      revision: this.#register.ruling.revision,
    };
  }

  #stale(): ToolDone {
    return failed(
      `The approval mode or the call was changed after the person allowed this command, so it was not run. ${modeNow(this.#register.ruling.mode)} Call it again if it is still needed.`,
    );
  }

  #mayStartUnder(revision: number): MayStart {
    return () => {
      if (isAborted(this.#scope.signal)) return cancelledBeforeStart;
      if (this.#approval && this.#approval.consume(this.#snapshot()) !== 'approved') return this.#stale();
      if (this.#register.ruling.revision === revision) return undefined;
      return failed(
        'The approval mode was changed just before this call started, so it was not done. Call it again if it is still needed.',
      );
    };
  }

  get #register(): TurnScope['ports']['register'] {
    return this.#scope.ports.register;
  }

  get #hooks(): Hooks | undefined {
    return this.#scope.ports.hooks;
  }
}

/** Whether a call may change files of the workspace, as far as can be told before it runs. */
function mayChangeWorkspace(invocation: Invocation, isPlanFileWrite: boolean): boolean {
  switch (invocation.kind) {
    case 'edit':
      return !isPlanFileWrite;
    case 'execute':
      return invocation.planShell?.() !== 'read-only';
    case 'mcp':
      return true;
    case 'info':
    case 'plan-exit':
    case 'question':
      return false;
  }
}

function verdictOf(classification: Classification | undefined): Verdict | undefined {
  return classification?.kind === 'judged' ? classification.verdict : undefined;
}

/** The one file that may be written in Plan. A sub-agent has none: it only reads (M02). */
function ownPlanFile(ports: EnginePorts): string | undefined {
  return isMain(ports) ? ports.planFile : undefined;
}

/** S2: what, that no retry helps, and what helps. N05: the one path that may be written. */
function blockedByPlan(toolName: string, boundary: BoundaryVerdict | 'writes', ports: TurnScope['ports']): string {
  const what =
    boundary === 'writes'
      ? `${toolName} is refused, because this command changes something.`
      : boundary.kind === 'forbidden' && boundary.reason === 'unknown-target'
        ? `${toolName} is refused, because it is not known to only read.`
        : boundary.kind === 'forbidden'
          ? `${toolName} is refused for this target (${boundary.reason}).`
          : `${toolName} is refused, because it does not only read.`;
  return `Plan mode is on: ${what} Nobody was asked and nothing was changed. Do not try it again or in another way. Read what you need. ${howToHandOver(planHandover(ports), ports.planFile)}`;
}

function notBeforeApproval(toolName: string, ports: TurnScope['ports']): string {
  return `Your leader has not approved a plan of yours yet: until then you only read, and ${toolName} is refused. Nobody was asked and nothing was changed. ${howToHandOver(planHandover(ports), ports.planFile)}`;
}

function sentence(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.endsWith('.') ? text : `${text}.`;
}
