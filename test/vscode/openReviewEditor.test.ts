import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { keyOf } from '../../src/core/frozenPlan';
import type { ReviewerAnswer } from '../../src/core/reviewer';
import type { Session } from '../../src/session/session';
import { ReviewDrafts } from '../../src/vscode/drafts';
import { openReviewEditor, type EditorCommands } from '../../src/vscode/openReviewEditor';
import { ReviewDesk } from '../../src/vscode/reviewDesk';
import { aStoredSession, submit, type SubmittedPlan } from './support/storedSession';
import { useTempFolder } from './support/tempFolder';
import { until } from './support/until';

const modalCommands = ['_workbench.openWith', 'workbench.action.moveModalEditorToMain'];

describe('where the review opens', () => {
  const uri = vscode.Uri.parse('countersign-plan:/a/v1?review=r');

  it('over the workbench where this VS Code has the modal editor', async () => {
    const commands = new FakeCommands(modalCommands);
    assert.equal(await openReviewEditor(uri, commands, unexpected), 'modal');
    assert.deepEqual(commands.calls, [
      ['_workbench.openWith', uri, 'countersign.planReview', [-4, { preserveFocus: false, pinned: true }]],
    ]);
  });

  for (const missing of modalCommands) {
    it(`in the active group where ${missing} is missing`, async () => {
      const commands = new FakeCommands(modalCommands.filter((command) => command !== missing));
      assert.equal(await openReviewEditor(uri, commands, unexpected), 'active-group');
      assert.deepEqual(commands.calls, [
        ['vscode.openWith', uri, 'countersign.planReview', { viewColumn: vscode.ViewColumn.Active, preview: false }],
      ]);
    });
  }

  it('in the active group where the modal editor fails, and the cause is told', async () => {
    const commands = new FakeCommands(modalCommands, ['_workbench.openWith']);
    const causes: unknown[] = [];
    assert.equal(await openReviewEditor(uri, commands, (cause) => causes.push(cause)), 'active-group');
    assert.deepEqual(causes.map(String), ['Error: _workbench.openWith fails']);
  });

  it('B03 nowhere, and it rejects, when both ways fail', async () => {
    const commands = new FakeCommands(modalCommands, ['_workbench.openWith', 'vscode.openWith']);
    await assert.rejects(
      openReviewEditor(uri, commands, () => undefined),
      /vscode.openWith fails/,
    );
  });
});

describe('the review editor in VS Code', () => {
  const folder = useTempFolder();
  let session: Session;
  let registration: vscode.Disposable | undefined;
  let ready = 0;

  beforeEach(async () => {
    ready = 0;
    session = await aStoredSession(folder());
  });

  afterEach(async () => {
    await closeAllEditors();
    registration?.dispose();
    await session.dispose();
  });

  const places = {
    'over the workbench': [],
    'in the active group, when the modal editor fails': ['_workbench.openWith'],
  };
  for (const [place, failing] of Object.entries(places)) {
    it(`W1 is filled by the page of the product ${place}`, async () => {
      await review(failing);
      await until('the page is ready', () => ready === 1);
    });

    it(`I21 has a title with version and plan ${place}`, async () => {
      await review(failing);
      const titles = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
      assert.deepEqual(titles, ['v1 Validate the order form']);
    });

    it(`C02 is closed for a dismissal ${place}`, async () => {
      const { submitted, answered } = await review(failing);
      await until('the page is ready', () => ready === 1);
      await closeAllEditors();
      assert.deepEqual(await answered, { kind: 'answer', ...keyOf(submitted.plan), decision: { kind: 'dismiss' } });
    });
  }

  it('C02 is closed for a dismissal before its page was asked for', async () => {
    const { submitted, answered } = await review([]);
    await closeAllEditors();
    assert.deepEqual(await answered, { kind: 'answer', ...keyOf(submitted.plan), decision: { kind: 'dismiss' } });
  });

  async function review(
    failing: readonly string[],
  ): Promise<{ readonly submitted: SubmittedPlan; readonly answered: Promise<ReviewerAnswer> }> {
    const desk: ReviewDesk = new ReviewDesk({
      extensionUri: vscode.Uri.file(path.resolve(__dirname, '../..')),
      commands: {
        getCommands: () => vscode.commands.getCommands(),
        executeCommand: async (command, uri, _viewType, ...more) => {
          if (failing.includes(command)) throw new Error(`${command} fails`);
          return vscode.commands.executeCommand(command, uri, viewType, ...more);
        },
      },
      drafts: new ReviewDrafts(path.join(folder(), 'drafts'), unexpected),
      findSession: () => Promise.resolve(session),
      onReviewOpened: () => undefined,
      onDidChangeFocus: () => undefined,
      onNoModal: () => undefined,
      onBadMessage: unexpected,
      onFault: unexpected,
    });
    registration = vscode.window.registerCustomEditorProvider(viewType, {
      openCustomDocument: (uri) => desk.openCustomDocument(uri),
      resolveCustomEditor: async (document, panel) => {
        panel.webview.onDidReceiveMessage(() => (ready += 1));
        await desk.resolveCustomEditor(document, panel);
      },
    } satisfies vscode.CustomReadonlyEditorProvider);
    const submitted = await submit(session);
    const answered = desk.reviewerFor(session).review(submitted.plan, submitted.signal);
    await until('a tab is open', () => vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0));
    return { submitted, answered };
  }
});

const viewType = 'countersignTests.planReview';

class FakeCommands implements EditorCommands {
  readonly calls: (readonly unknown[])[] = [];
  constructor(
    readonly known: readonly string[],
    readonly failing: readonly string[] = [],
  ) {}

  getCommands(): Promise<readonly string[]> {
    return Promise.resolve(this.known);
  }

  executeCommand(command: string, ...args: readonly unknown[]): Promise<unknown> {
    if (this.failing.includes(command)) return Promise.reject(new Error(`${command} fails`));
    this.calls.push([command, ...args]);
    return Promise.resolve();
  }
}

async function closeAllEditors(): Promise<void> {
  await vscode.window.tabGroups.close(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs));
}

function unexpected(what: unknown): never {
  throw new Error('This should not have happened.', { cause: what });
}
