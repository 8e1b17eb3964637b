import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeSampleWorkspace } from '../../../scripts/sampleWorkspace.mjs';
import { openWorkbench, viewport } from './openWorkbench';
import type { Workbench } from './workbench';

let shared: Workbench | undefined;

/**
 * The window that all the `describe`s share that ask for nothing of their own: to open one and to load the pages for
 * the first time keeps two cores busy for fifteen seconds. Each gets it tidied: nothing runs, nothing is open, and the
 * sample project is as it was written. Sessions of others stay in the list. After a failed test nobody gets it again.
 *
 * @returns gives the window, inside a test or a hook
 */
export function useSharedWorkbench(): () => Workbench {
  let failed = false;
  let workbench: Workbench | undefined;
  before(async () => {
    shared ??= await openWorkbench();
    failed = true;
    await tidy(shared);
    failed = false;
    workbench = shared;
  });
  afterEach(function () {
    failed ||= this.currentTest?.state === 'failed';
  });
  after(async () => {
    workbench = undefined;
    if (failed) await closeSharedWorkbench();
  });
  return () => {
    if (workbench === undefined) throw new Error('The window is there only while the tests of its describe run.');
    return workbench;
  };
}

/** Ends it, if there is one. */
export async function closeSharedWorkbench(): Promise<void> {
  const workbench = shared;
  shared = undefined;
  await workbench?.close();
}

async function tidy(workbench: Workbench): Promise<void> {
  const { page, workspace } = workbench;
  await page.setViewportSize(viewport);
  await workbench.runCommand('View: Close All Editors');
  await page.locator('.monaco-modal-editor-block').waitFor({ state: 'detached' });
  await workbench.runCommand('Notifications: Clear All Notifications');
  // A review that is closed ends its turn; an agent that asks or works has to be stopped.
  for (const frame of page.frames()) {
    const stop = frame.locator('body[data-page="session"] .composer button.stop');
    if ((await stop.count()) > 0) await stop.click();
  }
  // The folder itself stays: the window has it open.
  for (const name of readdirSync(workspace)) rmSync(path.join(workspace, name), { recursive: true });
  await writeSampleWorkspace(workspace);
}
