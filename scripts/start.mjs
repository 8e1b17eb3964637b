// npm start [-- --desktop]: builds the VSIX, installs it into a fresh VS Code and opens the sample project.
// Only Node's own modules may be imported before the packages are installed.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { atEnd, endProcess, isEnding } from './process/lifetime.mjs';
import { ensureNode } from './setup/ensureNode.mjs';
import { ensureNodeModules } from './setup/ensureNodeModules.mjs';
import { say } from './setup/say.mjs';
import { SetupFault } from './setup/setupFault.mjs';
import { openCodeServer } from './start/openCodeServer.mjs';
import { openDesktop } from './start/openDesktop.mjs';
import { freshFolders, writeSettings } from './vscode/freshFolders.mjs';
import { writeSampleWorkspace } from './sampleWorkspace.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

try {
  ensureNode();
  await ensureNodeModules(root);

  const folders = freshFolders();
  atEnd(() => rmSync(folders.base, { recursive: true, force: true, maxRetries: 5 }));
  writeSettings(folders);
  const workspace = path.join(folders.base, 'order-form');
  mkdirSync(workspace);
  await writeSampleWorkspace(workspace);

  say('building the extension …');
  const { buildVsix } = await import('./build/buildVsix.mjs');
  const vsix = await buildVsix();

  const open = process.argv.includes('--desktop') ? openDesktop : openCodeServer;
  const { ended } = await open({ folders, workspace, vsix });
  const trust = 'Trust the folder ("Manage", at the top) to be offered every mode.';
  console.log(`\nClick Countersign in the activity bar, then "New session". ${trust} Ctrl+C here ends it all.\n`);
  await ended;
  if (!isEnding()) say('VS Code has ended.');
  await endProcess(0);
} catch (error) {
  // What fails because the person ended it is no failure.
  if (!isEnding()) {
    console.error(error instanceof SetupFault ? error.message : error);
    await endProcess(1);
  }
}
