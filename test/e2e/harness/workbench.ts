import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { extensionHosts } from '../../../scripts/process/processList.mjs';
import type { Server } from '../../../scripts/vscode/codeServer.mjs';
import type { Folders } from '../../../scripts/vscode/freshFolders.mjs';
import {
  quickInput,
  reloadWindow,
  runCommand,
  setTheme,
  webviewFrame,
  type Theme,
} from '../../../scripts/vscode/workbench.mjs';

const results = path.resolve(import.meta.dirname, '../../../test-results');

/** The windows that are open now; a failed test leaves a picture of each. */
export const openWorkbenches = new Set<Workbench>();

/** One window, and what a person does in it. Who opens it, closes it. */
export class Workbench {
  readonly #messages: string[] = [];

  constructor(
    readonly page: Page,
    readonly server: Server,
    readonly folders: Folders,
    /** The folder that is open in it. */
    readonly workspace: string,
    /** Ends what was opened for this window and for no other. */
    readonly end: () => Promise<void>,
  ) {
    page.on('console', (message) => this.#messages.push(`${message.type()} ${message.text()}`));
    page.on('pageerror', (error) => this.#messages.push(`pageerror ${String(error)}`));
    openWorkbenches.add(this);
  }

  /** By its title, through the command palette. */
  runCommand(title: string): Promise<void> {
    return runCommand(this.page, title);
  }

  /** The input of a quick pick or an input box that is open and has the focus. */
  quickInput(placeholder?: string): Promise<Locator> {
    return quickInput(this.page, placeholder);
  }

  /** The rows of the quick pick that is open. */
  quickPickRows(): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row');
  }

  /** The document of a webview that is shown and has something. */
  webviewFrame(selector: string, limitMs?: number): Promise<Frame> {
    return webviewFrame(this.page, selector, limitMs);
  }

  setTheme(theme: Theme): Promise<void> {
    return setTheme(this.page, theme);
  }

  reloadWindow(): Promise<void> {
    return reloadWindow(this.page);
  }

  /** The entry of a container of ours in the activity bar. */
  activityBarEntry(title: string): Locator {
    return this.page.locator('.activitybar').getByRole('tab', { name: title });
  }

  /** The status bar items of the extension. */
  statusBarItems(): Locator {
    return this.page.locator('.statusbar [id^="countersign.countersign"]');
  }

  /** The process ids of the extension hosts of this window. */
  extensionHosts(): number[] {
    return extensionHosts(this.server.pid);
  }

  /** Writes `test-results/<name>.png`. */
  async screenshot(name: string): Promise<void> {
    await this.page.screenshot({ path: path.join(results, `${fileName(name)}.png`) });
  }

  /** Writes a picture and the logs to `test-results/failed/<name>/`. */
  async keepEvidence(name: string): Promise<void> {
    const folder = path.join(results, 'failed', fileName(name));
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'page.log'), this.#messages.join('\n'));
    for (const place of [this.server.log, path.join(this.folders.user, 'logs')]) {
      if (existsSync(place)) cpSync(place, path.join(folder, path.basename(place)), { recursive: true });
    }
    if (!this.page.isClosed()) await this.page.screenshot({ path: path.join(folder, 'window.png') });
  }

  async close(): Promise<void> {
    openWorkbenches.delete(this);
    await this.end();
  }
}

function fileName(title: string): string {
  return title.replace(/[^\w.-]+/g, '-').slice(0, 120);
}
