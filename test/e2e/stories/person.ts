import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import type { Workbench } from '../harness/workbench';
import { recordTexts } from './recordTexts';
import { until } from './until';

/** What a person does with Countersign in a window, in their words. */
export class Person {
  readonly #workbench: () => Workbench;

  constructor(workbench: () => Workbench) {
    this.#workbench = workbench;
  }

  get window(): Workbench {
    return this.#workbench();
  }

  /** Starts a session and waits for its composer. */
  async newSession(): Promise<void> {
    await this.window.activityBarEntry('Countersign').waitFor();
    await until('the command is there', async () => {
      await this.window.runCommand('Countersign: New Session');
      return true;
    });
    await until('the new session is open and empty', async () => {
      const page = await this.sessionPage();
      return (await page.locator('.row').count()) === 0 && (await this.isComposerOpen());
    });
  }

  sessionPage(): Promise<Frame> {
    return this.window.webviewFrame('body[data-page="session"] textarea');
  }

  /** The text of the whole session view. */
  async sessionText(): Promise<string> {
    return (await this.sessionPage()).locator('body').innerText();
  }

  async sees(text: string | RegExp): Promise<void> {
    await until(`the session view says ${String(text)}`, async () => {
      const all = await this.sessionText();
      return typeof text === 'string' ? all.includes(text) : text.test(all);
    });
  }

  /** Writes a message and sends it with Enter. */
  async writes(text: string): Promise<void> {
    await this.seesOpenComposer();
    await this.writesAtOnce(text);
  }

  /** The same without waiting for the agent to be done, as commands may be. */
  async writesAtOnce(text: string): Promise<void> {
    const composer = (await this.sessionPage()).locator('textarea');
    await composer.fill(text);
    await composer.press('Enter');
  }

  async seesOpenComposer(): Promise<void> {
    await until('the composer is open', () => this.isComposerOpen());
  }

  /** Whether a message could be sent now. */
  async isComposerOpen(): Promise<boolean> {
    return (await (await this.sessionPage()).locator('.composer:not(.closed)').count()) === 1;
  }

  /** The review that is open, of that version where one is named; waits for it. */
  async review(version?: number): Promise<Frame> {
    let found: Frame | undefined;
    await until(`the review of v${version ?? '…'} is open`, async () => {
      const frame = await this.window.webviewFrame('body[data-page="review"] .decision', 1000);
      const text = await frame.locator('header').first().innerText();
      if (version !== undefined && !new RegExp(`Version ${version}(?!\\d)`).test(text)) return false;
      found = frame;
      return true;
    });
    assert.ok(found);
    return found;
  }

  /** How many review editors can be seen. */
  async openReviews(): Promise<number> {
    let count = 0;
    for (const frame of this.window.page.frames()) {
      try {
        if ((await frame.locator('body[data-page="review"] .decision').count()) > 0) count += 1;
      } catch {
        // A frame that went away while it was looked at is not open.
        continue;
      }
    }
    return count;
  }

  async seesNoReview(): Promise<void> {
    await until('no review is open', async () => (await this.openReviews()) === 0);
  }

  /** Clicks a button of the decision bar, again where the page says that it was too early (I15). */
  async decides(review: Frame, name: string | RegExp): Promise<void> {
    const button = review.getByRole('button', { name });
    await until(`"${String(name)}" was taken`, async () => {
      if (review.isDetached() || (await button.count()) === 0 || (await button.first().isDisabled())) return true;
      await button.first().click({ timeout: 1000 });
      return !(await review.locator('body').innerText()).includes('Not counted');
    });
  }

  async requestsChanges(review: Frame, note: string): Promise<void> {
    await review.getByRole('button', { name: /^Request changes/ }).click();
    await review.locator('textarea').fill(note);
    await this.decides(review, 'Send request');
  }

  /** Starts a task and waits for the review of its plan. */
  async asksFor(task: string): Promise<Frame> {
    const before = await this.versions();
    await this.writes(task);
    return this.review(before + 1);
  }

  /** How many plan versions the transcript shows. */
  async versions(): Promise<number> {
    return (await this.sessionPage()).locator('.row.card.plan').count();
  }

  /** The last plan card. */
  async card(): Promise<Locator> {
    return (await this.sessionPage()).locator('.row.card.plan').last();
  }

  /** Waits until the last plan card says so. */
  async seesOnCard(text: string): Promise<void> {
    await until(`the card says ${text}`, async () => (await (await this.card()).innerText()).includes(text));
  }

  /** Asks for the last plan again, on its card. */
  async asksAgain(): Promise<void> {
    await (await this.card()).getByRole('button', { name: 'Ask for the plan again' }).click();
  }

  /** What the agent wants to be allowed; waits for the question. */
  async question(): Promise<string> {
    return (await this.sessionPage()).locator('.row.card.permission .card-title').innerText();
  }

  /** Answers the question that is open, and waits until it is answered. */
  async answers(name: string): Promise<void> {
    const question = (await this.sessionPage()).locator('.row.card.permission');
    const title = await question.locator('.card-title').innerText();
    await question.getByRole('button', { name }).click();
    await until('it is answered', async () => !(await question.locator('.card-title').allInnerTexts()).includes(title));
  }

  /** VS Code's own editor that stands over the workbench. */
  modal(): Locator {
    return this.window.page.locator('.monaco-modal-editor-block');
  }

  /** The mode in the status bar, as it is written there. */
  async statusBar(): Promise<string> {
    return (await this.window.statusBarItems().first().innerText({ timeout: 1000 })).trim();
  }

  async seesMode(text: string): Promise<void> {
    await until(`the status bar says ${text}`, async () => (await this.statusBar()) === text);
  }

  /** Records every text of the status bar item from now on; the result reads what was recorded. */
  recordsStatusBar(): Promise<() => Promise<readonly string[]>> {
    return recordTexts(this.window.page, statusBarItem, '.statusbar');
  }

  /** The mode in the session view, as it is written there. */
  async chip(): Promise<string> {
    return (await (await this.sessionPage()).locator('.mode-chip').innerText()).trim();
  }

  async recordsChip(): Promise<() => Promise<readonly string[]>> {
    return recordTexts(await this.sessionPage(), '.mode-chip', 'body');
  }

  /** Picks a mode in the quick pick that is open. */
  async picks(mode: string): Promise<void> {
    await this.window.quickInput();
    await this.window
      .quickPickRows()
      .filter({ has: this.window.page.getByText(mode, { exact: true }) })
      .click();
  }

  async choosesMode(mode: string): Promise<void> {
    await this.window.runCommand('Countersign: Choose Approval Mode');
    await this.picks(mode);
  }

  /** A button of VS Code's own modal dialog. */
  dialogButton(name: string): Locator {
    return this.window.page.locator('.monaco-dialog-box').getByRole('button', { name });
  }

  /** Where the extension keeps this workspace's files. */
  storage(): string {
    const all = path.join(this.window.folders.user, 'User', 'globalStorage', 'countersign.countersign', 'workspaces');
    const [name, ...more] = readdirSync(all);
    assert.ok(name !== undefined && more.length === 0, `${all} has one workspace`);
    return path.join(all, name);
  }

  /** The log of the session that was begun last. */
  sessionLog(): string {
    const folder = path.join(this.storage(), 'sessions');
    const logs = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
    const [newest] = logs
      .map((name) => ({ file: path.join(folder, name), born: statSync(path.join(folder, name)).birthtimeMs }))
      .sort((a, b) => b.born - a.born);
    assert.ok(newest, `${folder} has a session log`);
    return newest.file;
  }

  /** The plan file of the session that was begun last. */
  planFile(): string {
    return path.join(this.storage(), 'plan-files', `${path.basename(this.sessionLog(), '.jsonl')}.md`);
  }
}

const statusBarItem = '.statusbar [id^="countersign.countersign"]';
