import path from 'node:path';
import { writeSampleWorkspace } from '../../../scripts/sampleWorkspace.mjs';
import { startCodeServer } from '../../../scripts/vscode/codeServer.mjs';
import { freshFolders, testSettings, writeSettings } from '../../../scripts/vscode/freshFolders.mjs';
import { waitForWorkbench } from '../../../scripts/vscode/workbench.mjs';
import { workbenchUrl } from '../../../scripts/vscode/workbenchUrl.mjs';
import { sharedEditor } from './editor';
import { runFolder, runMark } from './runFolder';
import { Workbench } from './workbench';

/** Of every window that a test opens; in pixels. */
export const viewport = { width: 1280, height: 800 };

export interface WorkbenchOptions {
  /** User settings, on top of the quiet ones of `scripts/vscode/freshFolders.mjs`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The folder to open; left out: a fresh copy of the sample project. */
  readonly workspace?: string;
  /** `off` (default): every folder is trusted. `on`: as at a person's, a folder starts untrusted. */
  readonly trust?: 'on' | 'off';
  /** Environment of the server and of its extension hosts. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A window of a real VS Code with the VSIX installed: its own server, user folder and browser profile. */
export async function openWorkbench({
  settings,
  workspace,
  trust = 'off',
  env,
}: WorkbenchOptions = {}): Promise<Workbench> {
  const { vsCode, extensions, browser } = await sharedEditor();
  const folders = freshFolders({ parent: runFolder, extensions });
  writeSettings(folders, { ...testSettings, ...settings });
  const folder = workspace ?? (await writeSampleWorkspace(path.join(folders.base, 'order-form')));
  const server = await startCodeServer(vsCode, folders, { trust: trust === 'on', env: { ...env, ...runMark } });
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const workbench = new Workbench(page, server, folders, folder, async () => {
    await context.close();
    await server.stop();
  });
  try {
    await page.goto(workbenchUrl(server, { folder }));
    await waitForWorkbench(page);
    return workbench;
  } catch (error) {
    await workbench.close();
    throw error;
  }
}

/** A second window on the same folder, of the same server: another tab, with an extension host of its own. */
export async function openSecondWindow(first: Workbench): Promise<Workbench> {
  const page = await first.page.context().newPage();
  const second = new Workbench(page, first.server, first.folders, first.workspace, () => page.close());
  await page.goto(workbenchUrl(first.server, { folder: first.workspace }));
  await waitForWorkbench(page);
  return second;
}
