import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Reviewer } from '../../src/core/reviewer';
import { BuiltInAgent } from '../../src/engine/builtInAgent';
import { nodeLookAtPath } from '../../src/engine/lookAtPath';
import type { Model } from '../../src/engine/model';
import { nodePlatform } from '../../src/session/nodePlatform';
import { readPlanFile } from '../../src/session/planFile';
import { SessionStore } from '../../src/session/sessionStore';
import { ReviewDrafts } from '../../src/vscode/drafts';
import { EditorWorkspace } from '../../src/vscode/editorWorkspace';
import { ReviewDesk } from '../../src/vscode/reviewDesk';

const warmUps = 5;
const runs = 30;
/** Longer than the page takes; what is measured is over by then. */
const restMs = 700;
const viewType = 'countersignTests.planReview';

/**
 * VS Code calls this in the extension host. The engine, the gate, the session on disk, the desk and the editor are the
 * product's; only the model is scripted, so that its plan has 200 lines. Each step's time is told on the console; the page
 * tells of its own (scripts/bench/reviewLatency.mjs).
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-bench-'));
  const planFile = path.join(folder, 'plan-files/plan.md');
  await mkdir(path.dirname(planFile));
  await writeFile(planFile, planOf200Lines());
  const store = new SessionStore(path.join(folder, 'sessions'), {
    ...nodePlatform,
    isTrusted: () => true,
    onProblem: fail,
  });
  const created = await store.create({
    title: 'Bench',
    workspaceFolder: folder,
    agent: { id: 'bench', name: 'Bench', model: 'scripted' },
  });
  if (created.state !== 'created') throw created.cause;
  const { session } = created;
  const desk: ReviewDesk = new ReviewDesk({
    extensionUri: vscode.Uri.file(process.env['COUNTERSIGN_ROOT'] ?? ''),
    commands: {
      getCommands: () => vscode.commands.getCommands(),
      executeCommand: (command, uri, _viewType, ...more) =>
        vscode.commands.executeCommand(command, uri, viewType, ...more),
    },
    drafts: new ReviewDrafts(path.join(folder, 'drafts'), fail),
    findSession: () => Promise.resolve(session),
    onReviewOpened: () => undefined,
    onDidChangeFocus: () => undefined,
    onNoModal: fail,
    onBadMessage: fail,
    onFault: fail,
  });
  let isReady = (): void => undefined;
  const provider: vscode.CustomReadonlyEditorProvider = {
    openCustomDocument: (uri) => desk.openCustomDocument(uri),
    resolveCustomEditor: async (document, panel) => {
      tell('editor');
      panel.webview.onDidReceiveMessage((message: { readonly type: string }) => {
        if (message.type !== 'ready') return;
        tell('page');
        isReady();
      });
      await desk.resolveCustomEditor(document, panel);
    },
  };
  vscode.window.registerCustomEditorProvider(viewType, provider, {
    webviewOptions: { retainContextWhenHidden: true, enableFindWidget: true },
  });
  const native = desk.reviewerFor(session);
  const reviewer: Reviewer = {
    review: (...asked) => {
      tell('frozen');
      return native.review(...asked);
    },
  };
  session.attach(
    new BuiltInAgent({
      ...{ model: scripted, register: session.register, gate: session.gate, reviewer, lookAtPath: nodeLookAtPath },
      prompter: { ask: () => Promise.reject(new Error('Nothing is to be asked.')) },
      workspace: new EditorWorkspace(folder),
      history: () => session.history,
      cwd: folder,
      planFile,
      pathStyle: 'posix',
      readPlanFile,
      planExited: () => Promise.resolve(),
      onFault: fail,
    }),
  );
  for (let round = 0; round < warmUps + runs; round += 1) {
    const ready = new Promise<void>((resolve) => (isReady = resolve));
    if (round === warmUps) tell('warm');
    const turn = session.prompt('Plan');
    await ready;
    await pause(restMs);
    // Closing dismisses the plan, and the turn ends.
    await vscode.window.tabGroups.close(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs));
    await turn;
    await pause(restMs / 2);
  }
  await session.dispose();
}

const scripted: Model = {
  name: 'scripted',
  async *respond() {
    tell('call');
    yield { kind: 'tool-call', id: `exit-${Date.now()}`, name: 'exit_plan_mode', args: {} };
    await Promise.resolve();
    yield { kind: 'end', reason: 'tool-calls' };
  },
};

function planOf200Lines(): string {
  const lines = ['# Validate the order form', ''];
  for (let step = 1; lines.length < 200; step += 1) {
    lines.push(
      ...[`## Step ${step}: check **field ${step}**`, '', `1. Read \`src/form${step}.ts\` and its test.`],
      ...[`2. Refuse an empty value, with a [sentence](https://example.com/${step}) that says what to do.`],
      ...['', '| field | rule |', '|---|---|', `| name${step} | not empty |`, ''],
      ...['```ts', `if (order.field${step} === '') throw new Error('empty');`, '```', ''],
    );
  }
  return lines.slice(0, 200).join('\n');
}

/** One line on the console: a step, and when it was, in milliseconds since the Unix epoch. */
function tell(step: string): void {
  console.log(`bench ${step} ${performance.timeOrigin + performance.now()}`);
}

function fail(what: unknown): never {
  throw new Error('This should not have happened.', { cause: what });
}
