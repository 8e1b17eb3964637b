import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeSampleWorkspace } from '../sampleWorkspace.mjs';
import { launchChromium } from '../vscode/chromium.mjs';
import { installExtensions, startCodeServer } from '../vscode/codeServer.mjs';
import { freshFolders, testSettings, writeSettings } from '../vscode/freshFolders.mjs';
import { installVsCode } from '../vscode/installVsCode.mjs';
import { runCommand, waitForWorkbench } from '../vscode/workbench.mjs';
import { workbenchUrl } from '../vscode/workbenchUrl.mjs';
import { summarize } from './statistics.mjs';

const starts = 25;

/**
 * @typedef {object} Activation in milliseconds
 * @property {import('./statistics.mjs').Summary} added what the code adds: `shown` − `empty`, pair by pair
 * @property {import('./statistics.mjs').Summary} shown what VS Code shows for the installed VSIX
 * @property {import('./statistics.mjs').Summary} empty what it shows for the same VSIX with an empty `activate`
 */

/**
 * What activating the installed VSIX costs an extension host: loading its code and the call of `activate`, as VS Code
 * itself measures and shows them ("Developer: Show Running Extensions"). Each window has a host of its own. VS Code's
 * figure holds its own work and the wait for other extensions that start in the same host; a VSIX that does nothing,
 * started in turn with ours, says how much that is.
 *
 * @param {string} vsix
 * @returns {Promise<Activation>}
 */
export async function measureActivation(vsix) {
  const product = await startEditor(vsix);
  const control = await startEditor(vsix);
  emptyActivate(control.folders.extensions);
  const browser = await launchChromium();
  try {
    const pairs = [];
    for (let start = 0; start < starts; start += 1) {
      pairs.push({ shown: await oneStart(browser, product), empty: await oneStart(browser, control) });
    }
    return {
      added: summarize(pairs.map(({ shown, empty }) => shown - empty)),
      shown: summarize(pairs.map(({ shown }) => shown)),
      empty: summarize(pairs.map(({ empty }) => empty)),
    };
  } finally {
    await browser.close();
    for (const { server, folders } of [product, control]) {
      await server.stop();
      rmSync(folders.base, { recursive: true, force: true });
    }
  }
}

/** @typedef {Awaited<ReturnType<typeof startEditor>>} Editor */

/** @param {string} vsix */
async function startEditor(vsix) {
  const vsCode = await installVsCode();
  const folders = freshFolders();
  writeSettings(folders, testSettings);
  await installExtensions(vsCode, folders, [vsix]);
  const workspace = await writeSampleWorkspace(path.join(folders.base, 'order-form'));
  return { folders, workspace, server: await startCodeServer(vsCode, folders, { trust: false }) };
}

/** @param {string} extensions folder with the installed VSIX; its manifest stays as it is */
function emptyActivate(extensions) {
  const installed = readdirSync(extensions).find((name) => name.startsWith('countersign.'));
  if (installed === undefined) throw new Error(`The VSIX is not in ${extensions}.`);
  writeFileSync(path.join(extensions, installed, 'dist/extension.cjs'), 'exports.activate = () => {};\n');
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {Editor} editor
 * @returns {Promise<number>}
 */
async function oneStart(browser, { server, workspace }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(workbenchUrl(server, { folder: workspace }));
    await waitForWorkbench(page);
    return await shownActivationTime(page);
  } finally {
    await context.close();
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
