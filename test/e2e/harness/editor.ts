import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { buildVsix } from '../../../scripts/build/buildVsix.mjs';
import { launchChromium } from '../../../scripts/vscode/chromium.mjs';
import { installExtensions } from '../../../scripts/vscode/codeServer.mjs';
import { freshFolders } from '../../../scripts/vscode/freshFolders.mjs';
import { installVsCode, type VsCode } from '../../../scripts/vscode/installVsCode.mjs';
import { runFolder, runMark } from './runFolder';

/** What all tests of a run share: one VS Code, one folder with the installed VSIX, one browser. */
export interface Editor {
  readonly vsCode: VsCode;
  readonly extensions: string;
  readonly browser: Browser;
}

let editor: Promise<Editor> | undefined;

/** Made when it is first asked for. */
export function sharedEditor(): Promise<Editor> {
  editor ??= makeEditor();
  return editor;
}

/** Ends the browser, if there is one. */
export async function endSharedEditor(): Promise<void> {
  const made = await editor;
  editor = undefined;
  await made?.browser.close();
}

async function makeEditor(): Promise<Editor> {
  const vsCode = await installVsCode();
  const extensions = path.join(runFolder, 'extensions');
  mkdirSync(extensions);
  // npm test has built it; a run of one file alone builds its own.
  const vsix = process.env['COUNTERSIGN_VSIX'] ?? (await buildVsix(path.join(runFolder, 'countersign.vsix')));
  await installExtensions(vsCode, freshFolders({ parent: runFolder, extensions }), [vsix]);
  return { vsCode, extensions, browser: await launchChromium(runMark) };
}
