import fc from 'fast-check';
import type { AgentBackend, AgentTurn } from '../../../src/core/agentBackend';
import { approvalModes } from '../../../src/core/approvalMode';
import type { CancelSignal } from '../../../src/core/cancelSignal';
import { keyOf } from '../../../src/core/frozenPlan';
import { approvalTargets, type Decision } from '../../../src/core/review';
import { MemorySessionLog } from '../../../src/session/memorySessionLog';
import { Session } from '../../../src/session/session';
import type { LogEntry } from '../../../src/session/sessionCodec';
import { aHeader, aPlatform } from './platform';

/** One thing that happens in a session. Those of an agent happen within a turn. */
export type Step =
  | { readonly kind: 'say' }
  | { readonly kind: 'call'; readonly isAnswered: boolean }
  | { readonly kind: 'plan'; readonly decision: Decision | undefined; readonly isExecuted: boolean }
  | { readonly kind: 'agent-plans' }
  | { readonly kind: 'mode'; readonly mode: (typeof approvalModes)[number] }
  | { readonly kind: 'stop' };

const arbitraryDecision: fc.Arbitrary<Decision | undefined> = fc.oneof(
  fc.record({ kind: fc.constant('approve' as const), target: fc.constantFrom(...approvalTargets) }),
  fc.constant({ kind: 'request-changes', note: 'smaller' } as const),
  fc.constant({ kind: 'dismiss' } as const),
  fc.constant(undefined),
);

export const arbitraryTurns: fc.Arbitrary<readonly (readonly Step[])[]> = fc.array(
  fc.array(
    fc.oneof(
      fc.constant({ kind: 'say' } as const),
      fc.record({ kind: fc.constant('call' as const), isAnswered: fc.boolean() }),
      fc.record({ kind: fc.constant('plan' as const), decision: arbitraryDecision, isExecuted: fc.boolean() }),
      fc.constant({ kind: 'agent-plans' } as const),
      fc.record({ kind: fc.constant('mode' as const), mode: fc.constantFrom(...approvalModes) }),
      fc.constant({ kind: 'stop' } as const),
    ),
    { maxLength: 6 },
  ),
  { minLength: 1, maxLength: 3 },
);

/** Lets a real session live through the turns and gives the entries that it wrote. */
export async function entriesOf(turns: readonly (readonly Step[])[]): Promise<readonly LogEntry[]> {
  const log = new MemorySessionLog();
  const session = await Session.create({ ...aPlatform(), log }, aHeader);
  let steps: readonly Step[] = [];
  session.attach(anAgent((turn, signal) => play(session, steps, turn, signal)));
  for (steps of turns) await session.prompt('Add validation');
  const entries = await log.read();
  await session.dispose();
  return entries;
}

/** An agent that does in each turn what the test says. */
export function anAgent(act: (turn: AgentTurn, signal: CancelSignal) => Promise<void>): AgentBackend {
  return {
    identity: { id: 'test', name: 'Test', model: 'none' },
    prompt: async (turn, signal) => {
      await act(turn, signal);
      return { reason: signal.aborted ? 'cancelled' : 'done' };
    },
    dispose: () => Promise.resolve(),
  };
}

async function play(session: Session, steps: readonly Step[], turn: AgentTurn, signal: CancelSignal): Promise<void> {
  for (const [n, step] of steps.entries()) {
    const callId = `c${session.entries.length}-${n}`;
    switch (step.kind) {
      case 'say':
        await turn.append({ type: 'agent-message', text: 'Hello', toolCalls: [] });
        break;
      case 'call':
        await turn.append({ type: 'agent-message', text: '', toolCalls: [{ id: callId, name: 'read', args: {} }] });
        if (step.isAnswered)
          await turn.append({
            type: 'tool-result',
            callId,
            toolName: 'read',
            outcome: 'ok',
            text: '',
            stopTurn: false,
          });
        break;
      case 'plan':
        await submit(session, step, signal);
        break;
      case 'agent-plans':
        session.register.enterPlanByAgent();
        break;
      case 'mode':
        await session.switchMode(step.mode);
        break;
      case 'stop':
        void session.stop();
        break;
    }
  }
}

async function submit(session: Session, step: Extract<Step, { kind: 'plan' }>, signal: CancelSignal): Promise<void> {
  const { gate } = session;
  const submitted = await gate.submit(
    { text: `# Plan ${session.entries.length}`, source: { kind: 'argument' }, actor: 'main' },
    signal,
  );
  if (submitted.state !== 'pending' || step.decision === undefined) return;
  const key = keyOf(submitted.plan);
  await gate.decide({ ...key, decision: step.decision });
  if (step.isExecuted)
    gate.execute(key, { actor: 'main', turn: signal, planNow: { state: 'text', text: submitted.plan.text } });
}
