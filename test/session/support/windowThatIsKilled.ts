import { SessionStore } from '../../../src/session/sessionStore';
import { nodePlatform } from '../../../src/session/nodePlatform';
import { anAgent } from './scriptedSession';

// A process of its own, as a window is: opens a session, submits a plan, says so and waits to be killed.
const [directory = '', approves = ''] = process.argv.slice(2);

async function live(): Promise<void> {
  const store = new SessionStore(directory, {
    ...nodePlatform,
    isTrusted: () => true,
    onProblem: (problem) => {
      throw problem.cause;
    },
  });
  const created = await store.create({
    title: '',
    workspaceFolder: '/shop',
    agent: { id: 'test', name: 'Test', model: 'none' },
  });
  if (created.state !== 'created') throw created.cause;
  const { session } = created;
  session.attach(
    anAgent(async (turn, signal) => {
      await turn.append({
        type: 'agent-message',
        text: '',
        toolCalls: [{ id: 'c1', name: 'exit_plan_mode', args: {} }],
      });
      const result = await session.gate.submit({ text: '# Plan', source: { kind: 'argument' }, actor: 'main' }, signal);
      if (result.state !== 'pending') throw new Error(result.state);
      const { reviewId, planHash, revision } = result.plan;
      if (approves === 'approves')
        await session.gate.decide({ reviewId, planHash, revision, decision: { kind: 'approve', target: 'default' } });
      process.stdout.write(`${session.id}\n`);
      await new Promise(() => setInterval(() => undefined, 1000));
    }),
  );
  await session.prompt('Add validation');
}

live().catch((cause: unknown) => {
  process.stderr.write(String(cause));
  process.exit(1);
});
