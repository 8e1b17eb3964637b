import type { ConfirmationKind, Permission } from '../../../src/core/permission';
import type { PermissionRule } from '../../../src/core/permissionRules';
import { parseRules } from '../../../src/core/parseRule';
import { runBatch } from '../../../src/engine/batch';
import { TurnCheckpoint } from '../../../src/engine/checkpoints/turnCheckpoint';
import type { EnginePorts } from '../../../src/engine/enginePorts';
import type { HookDecision, Hooks } from '../../../src/engine/hooks/hooks';
import { Notices } from '../../../src/engine/notices';
import { done, type Tool, type ToolDone } from '../../../src/engine/tool';
import type { TurnScope } from '../../../src/engine/turnScope';
import type { Engine } from './anEngine';

export interface ToolOptions {
  /** Known to be harmless by default, so that the plan-file boundary leaves it to the other rules. */
  readonly name?: string;
  readonly kind?: ConfirmationKind;
  readonly permission?: Permission;
  readonly isInteractionRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly isSequential?: boolean;
  /** What comes of a call; the number of the run counts from 1. */
  readonly result?: (args: Readonly<Record<string, unknown>>) => ToolDone | Promise<ToolDone>;
}

/** A tool that keeps a list of the arguments that it ran with. */
export function aTool(options: ToolOptions = {}): Tool & { readonly ran: Readonly<Record<string, unknown>>[] } {
  const ran: Readonly<Record<string, unknown>>[] = [];
  const { isInteractionRequired } = options;
  return {
    ran,
    declaration: { name: options.name ?? 'think', description: '', parameters: {} },
    isReadOnly: options.isReadOnly ?? false,
    isSequential: options.isSequential,
    build: (args) =>
      args['bad'] === true
        ? { state: 'invalid', text: 'These arguments are bad.' }
        : {
            state: 'built',
            invocation: {
              kind: options.kind ?? 'info',
              permission: () => options.permission ?? 'ask',
              ...(isInteractionRequired === undefined ? {} : { requiresUserInteraction: () => isInteractionRequired }),
              prepare: () =>
                Promise.resolve({
                  state: 'ready',
                  title: 'A call',
                  execute: async (mayStart) => {
                    const stopped = mayStart();
                    if (stopped) return stopped;
                    ran.push(args);
                    return (await options.result?.(args)) ?? done('Done.');
                  },
                }),
            },
          },
  };
}

export function aScope(engine: Engine, tools: readonly Tool[], ports: Partial<EnginePorts> = {}): TurnScope {
  return {
    ports: { ...engine.ports, ...ports },
    signal: engine.stop.signal,
    tools,
    checkpoint: new TurnCheckpoint({
      checkpoints: ports.checkpoints?.(),
      append: (fact) => engine.append(fact),
      onFault: engine.ports.onFault,
    }),
    notices: new Notices(engine.ports.onFault),
    append: (fact) => engine.append(fact),
  };
}

/** Runs calls as one message of the model. */
export function batchOf(
  scope: TurnScope,
  ...calls: readonly (readonly [name: string, args?: object])[]
): Promise<readonly ToolDone[]> {
  return runBatch(
    calls.map(([name, args], index) => ({ call: { id: `call-${index}`, name, args: { ...args } }, fault: undefined })),
    'tool-calls',
    scope,
  );
}

/** Hooks that say what they are told to, and nothing else; `order` is what was run. */
export function someHooks(said: {
  readonly request?: HookDecision | 'throws';
  readonly before?: HookDecision | 'throws';
  readonly after?: Hooks['postToolUse'];
  readonly stop?: Hooks['stop'];
}): Hooks & { readonly order: string[] } {
  const order: string[] = [];
  const decide = (name: string, decision: HookDecision | 'throws' = { kind: 'none' }): Promise<HookDecision> => {
    order.push(name);
    return decision === 'throws' ? Promise.reject(new Error('The hook broke.')) : Promise.resolve(decision);
  };
  return {
    order,
    permissionRequest: () => decide('request', said.request),
    preToolUse: () => decide('before', said.before),
    postToolUse: async (...call) => {
      order.push('after');
      return said.after?.(...call);
    },
    notification: (kind) => {
      order.push(kind);
      return Promise.resolve();
    },
    stop: async (...how) => {
      order.push('stop');
      return said.stop?.(...how);
    },
  };
}

/** The person's rules, and those that "always allow" adds. */
export function ruleBook(
  settings: Parameters<typeof parseRules>[0] = {},
): Pick<EnginePorts, 'rules' | 'allowAlways' | 'onDidChangeRules'> {
  const rules: PermissionRule[] = [...parseRules(settings, 'user').rules];
  const listeners = new Set<() => void>();
  return {
    rules: () => ({ rules }),
    onDidChangeRules: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    allowAlways: (more) => {
      rules.push(...more);
      for (const listener of [...listeners]) listener();
    },
  };
}
