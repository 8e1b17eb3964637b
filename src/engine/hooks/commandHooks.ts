import type { ApprovalMode } from '../../core/approvalMode';
import type { CancelSignal } from '../../core/cancelSignal';
import type { ToolCall } from '../../core/sessionEntry';
import { foldToolName, ruleNames } from '../../core/toolFamilies';
import { noReply, readHookOutput, type HookEvent, type HookInput, type HookReply } from '../../protocol/hookFrames';
import type { HookSetting } from '../../protocol/settings';
import type { RunCommand } from '../runCommand';
import type { ToolDone } from '../tool';
import type { AfterTool, HookDecision, Hooks } from './hooks';

/**
 * Hooks as commands: JSON on standard input, JSON on standard output. Exit code 2 denies with what was written to standard
 * error; any other code but 0 decides nothing. They run one after the other in the order of the settings; after the first
 * deny no other is run.
 */
export class CommandHooks implements Hooks {
  readonly #ports: CommandHookPorts;

  constructor(ports: CommandHookPorts) {
    this.#ports = ports;
  }

  permissionRequest(call: ToolCall, signal: CancelSignal): Promise<HookDecision> {
    return this.#decide('PermissionRequest', call, signal);
  }

  preToolUse(call: ToolCall, signal: CancelSignal): Promise<HookDecision> {
    return this.#decide('PreToolUse', call, signal);
  }

  async postToolUse(call: ToolCall, result: ToolDone, signal: CancelSignal): Promise<AfterTool | undefined> {
    const response = { outcome: result.outcome, text: result.text };
    const replies = await this.#run(
      'PostToolUse',
      ruleNames([call.name]),
      { ...about(call), tool_response: response },
      signal,
    );
    if (replies.length === 0) return undefined;
    const replaced = replies.findLast(({ updatedOutput }) => updatedOutput !== undefined)?.updatedOutput;
    const denied = replies.find(({ decision }) => decision === 'deny');
    const added = [
      ...(denied ? [`A hook objects to this result: ${orNoReason(denied.message)}`] : []),
      ...replies.flatMap(({ context }) => (context === undefined ? [] : [`A hook adds: ${context}`])),
    ];
    return {
      text: [replaced ?? result.text, ...added].join('\n\n'),
      isError: denied !== undefined,
      stopsTurn: replies.some(({ stopsTurn }) => stopsTurn),
    };
  }

  async notification(kind: 'permission_prompt', message: string, call: ToolCall, signal: CancelSignal): Promise<void> {
    await this.#run(
      'Notification',
      ruleNames([kind]),
      { notification_type: kind, message, tool_name: call.name },
      signal,
    );
  }

  async stop(isAgain: boolean, signal: CancelSignal): Promise<string | undefined> {
    const replies = await this.#run('Stop', undefined, { stop_hook_active: isAgain }, signal);
    const denied = replies.find(({ decision }) => decision === 'deny');
    return denied && !replies.some(({ stopsTurn }) => stopsTurn) ? orNoReason(denied.message) : undefined;
  }

  async #decide(event: HookEvent, call: ToolCall, signal: CancelSignal): Promise<HookDecision> {
    const replies = await this.#run(event, ruleNames([call.name]), about(call), signal);
    const denied = replies.find(({ decision }) => decision === 'deny');
    if (denied) return { kind: 'deny', message: orNoReason(denied.message) };
    if (replies.some(({ decision }) => decision === 'ask')) return { kind: 'ask' };
    const allowed = replies.filter(({ decision }) => decision === 'allow');
    if (allowed.length === 0) return { kind: 'none' };
    return { kind: 'allow', updatedInput: allowed.findLast(({ updatedInput }) => updatedInput)?.updatedInput };
  }

  /** The replies of the hooks that ran, up to the first deny. */
  async #run(
    event: HookEvent,
    names: ReadonlySet<string> | undefined,
    input: Partial<HookInput>,
    signal: CancelSignal,
  ): Promise<readonly HookReply[]> {
    const replies: HookReply[] = [];
    for (const hook of this.#ports.settings()) {
      if (signal.aborted) break;
      if (hook.event !== event || !concerns(hook, names)) continue;
      const reply = await this.#runOne(hook, input, signal);
      replies.push(reply);
      if (reply.decision === 'deny') break;
    }
    return replies;
  }

  async #runOne(hook: HookSetting, input: Partial<HookInput>, signal: CancelSignal): Promise<HookReply> {
    const { run, cwd, sessionId, mode, onFault } = this.#ports;
    const frame: HookInput = {
      hook_event_name: hook.event,
      session_id: sessionId,
      cwd,
      permission_mode: mode(),
      ...input,
    };
    const end = await run(
      {
        run: { kind: 'shell', line: hook.command },
        cwd,
        stdin: JSON.stringify(frame),
        timeoutMs: hook.timeoutMs,
        maxOutputBytes,
      },
      signal,
    );
    const noDecision = (why: string, cause?: unknown): HookReply => {
      onFault(`a ${hook.event} hook decided nothing: ${why}`, cause);
      return noReply;
    };
    switch (end.state) {
      case 'cancelled':
        return noReply;
      case 'timed-out':
        return noDecision('it took too long');
      case 'not-started':
        return noDecision('it could not be started', end.cause);
      case 'exited':
        if (end.code === 2) return { ...noReply, decision: 'deny', message: end.stderr.trim() };
        if (end.code !== 0) return noDecision('it failed');
        if (end.isCut) return noDecision('it wrote too much');
    }
    const output = readHookOutput(hook.event, end.stdout);
    return output.state === 'read' ? output.reply : noDecision('what it wrote is not valid');
  }
}

export interface CommandHookPorts {
  readonly run: RunCommand;
  /** The hooks as the settings are now; those of a workspace only where it is trusted. */
  readonly settings: () => readonly HookSetting[];
  /** Absolute; where hooks run. */
  readonly cwd: string;
  readonly sessionId: string;
  readonly mode: () => ApprovalMode;
  /** `what` never holds text of a prompt, a plan or a command. */
  readonly onFault: (what: string, cause: unknown) => void;
}

/** The hooks of the user, then those of the workspace, where it is trusted. */
export function mergeHooks(
  user: readonly HookSetting[],
  workspace: readonly HookSetting[],
  isTrusted: boolean,
): readonly HookSetting[] {
  return isTrusted ? [...user, ...workspace] : user;
}

const maxOutputBytes = 1_000_000;

function about(call: ToolCall): Partial<HookInput> {
  return { tool_name: call.name, tool_use_id: call.id, tool_input: call.args };
}

/** A hook for `Edit` concerns every tool of that family; one for `write_file` only that. */
function concerns({ matches }: HookSetting, names: ReadonlySet<string> | undefined): boolean {
  return matches.length === 0 || names === undefined || matches.some((each) => names.has(foldToolName(each)));
}

function orNoReason(message: string): string {
  return message === '' ? 'It gave no reason.' : message;
}
