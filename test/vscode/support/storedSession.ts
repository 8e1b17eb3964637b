import assert from 'node:assert/strict';
import path from 'node:path';
import type { FrozenPlan } from '../../../src/core/frozenPlan';
import type { CancelSignal } from '../../../src/core/cancelSignal';
import { nodePlatform } from '../../../src/session/nodePlatform';
import type { Session } from '../../../src/session/session';
import { SessionStore } from '../../../src/session/sessionStore';

/** A store of real session files in a folder. */
export function aStore(folder: string, isTrusted = (): boolean => true): SessionStore {
  return new SessionStore(path.join(folder, 'sessions'), {
    ...nodePlatform,
    isTrusted,
    onProblem: ({ code, cause }) => {
      // What a test does on purpose.
      if (code === 'taken-over') return;
      throw new Error(`session: ${code}`, { cause });
    },
  });
}

/** A session in a real file, in Plan mode. */
export async function aStoredSession(folder: string, isTrusted?: () => boolean): Promise<Session> {
  const created = await aStore(folder, isTrusted).create({
    title: 'Order form',
    workspaceFolder: folder,
    agent: { id: 'built-in', name: 'Countersign', model: 'demo' },
  });
  assert.equal(created.state, 'created');
  return created.session;
}

export interface SubmittedPlan {
  readonly plan: FrozenPlan;
  /** Aborts when nobody has to answer any more. */
  readonly signal: CancelSignal;
  readonly turn: AbortController;
}

const planText = '# Validate the order form\n\n1. Add a check to the form.\n2. Test it.\n';

/** Hands a plan to the gate, as an agent does. */
export async function submit(session: Session, text = planText): Promise<SubmittedPlan> {
  const turn = new AbortController();
  const submitted = await session.gate.submit({ text, source: { kind: 'argument' }, actor: 'main' }, turn.signal);
  assert.equal(submitted.state, 'pending');
  return { plan: submitted.plan, signal: submitted.signal, turn };
}
