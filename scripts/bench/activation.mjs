import { rmSync } from 'node:fs';
import path from 'node:path';
import { writeSampleWorkspace } from '../sampleWorkspace.mjs';
import { launchChromium } from '../vscode/chromium.mjs';
import { installExtensions, startCodeServer } from '../vscode/codeServer.mjs';
import { freshFolders, testSettings, writeSettings } from '../vscode/freshFolders.mjs';
import { installVsCode } from '../vscode/installVsCode.mjs';
import { runCommand, waitForWorkbench } from '../vscode/workbench.mjs';
import { workbenchUrl } from '../vscode/workbenchUrl.mjs';
import { summarize } from './statistics.mjs';

const starts = 15;

/**
 * What activating the installed VSIX costs an extension host: loading its code and the call of `activate`, as VS Code
 * itself measures and shows them ("Developer: Show Running Extensions"). Each window has a host of its own.
 *
 * @param {string} vsix
 * @returns {Promise<import('./statistics.mjs').Summary>} in milliseconds
 */
export async function measureActivation(vsix) {
  const vsCode = await installVsCode();
  const folders = freshFolders();
  writeSettings(folders, testSettings);
  await installExtensions(vsCode, folders, [vsix]);
  const workspace = await writeSampleWorkspace(path.join(folders.base, 'order-form'));
  const server = await startCodeServer(vsCode, folders, { trust: false });
  const browser = await launchChromium();
  try {
    const times = [];
    for (let start = 0; start < starts; start += 1) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      const page = await context.newPage();
      await page.goto(workbenchUrl(server, { folder: workspace }));
      await waitForWorkbench(page);
      times.push(await shownActivationTime(page));
      await context.close();
    }
    return summarize(times);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folders.base, { recursive: true, force: true });
  }
}

/**
 * @param {import('playwright-core').Page} page
 * @returns {Promise<number>}
 */
async function shownActivationTime(page) {
  await runCommand(page, 'Developer: Show Running Extensions');
  const row = page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'Countersign' });
  const time = row.locator('.activation-time', { hasText: /\d+\s*ms/ });
  await time.first().waitFor({ timeout: 20_000 });
  const text = await time.first().innerText();
  return Number(/(\d+)\s*ms/.exec(text)?.[1]);
}
