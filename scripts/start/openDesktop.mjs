import { spawn } from 'node:child_process';
import { findCommand } from '../process/findCommand.mjs';
import { atEnd } from '../process/lifetime.mjs';
import { leftovers } from '../process/processList.mjs';
import { must } from '../process/run.mjs';
import { say } from '../setup/say.mjs';
import { SetupFault } from '../setup/setupFault.mjs';

/**
 * A window of the VS Code that is installed on this machine, with folders of its own.
 *
 * @param {import('./openCodeServer.mjs').Opening} opening
 * @returns {Promise<{ ended: Promise<void> }>}
 * @throws {SetupFault} where there is none
 */
export async function openDesktop({ folders, workspace, vsix }) {
  const code = findCommand('code');
  if (code === undefined)
    throw new SetupFault('There is no "code" on the PATH. Leave out --desktop to use one in the browser.');
  const places = ['--user-data-dir', folders.user, '--extensions-dir', folders.extensions];
  await must(code, [...places, '--install-extension', vsix, '--force']);
  // --wait: the command lives as long as the window.
  const child = spawn(code, [...places, '--new-window', '--wait', '--disable-telemetry', workspace], {
    detached: true,
    stdio: 'ignore',
  });
  /** @type {Promise<void>} */
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
  atEnd(async () => {
    // The window is no child of the command: what has our folder in its command line is ours.
    for (const { pid } of leftovers(folders.user)) process.kill(pid, 'SIGTERM');
    await ended;
  });
  say('VS Code is open.');
  return { ended };
}
