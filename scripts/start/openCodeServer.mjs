import { findCommand } from '../process/findCommand.mjs';
import { run } from '../process/run.mjs';
import { say } from '../setup/say.mjs';
import { installExtensions, startCodeServer } from '../vscode/codeServer.mjs';
import { installVsCode } from '../vscode/installVsCode.mjs';
import { workbenchUrl } from '../vscode/workbenchUrl.mjs';

/** @typedef {{ folders: import('../vscode/freshFolders.mjs').Folders, workspace: string, vsix: string }} Opening */

/**
 * A VS Code in the browser: opened where there is one with a display, else its address is printed.
 *
 * @param {Opening} opening
 * @returns {Promise<{ ended: Promise<void> }>} once it can be used; `ended` settles when it has ended
 */
export async function openCodeServer({ folders, workspace, vsix }) {
  const vsCode = await installVsCode();
  await installExtensions(vsCode, folders, [vsix]);
  const server = await startCodeServer(vsCode, folders);
  const url = workbenchUrl(server, { folder: workspace });
  const opened = await openInBrowser(url);
  say(opened ? `VS Code is open in the browser: ${url}` : `open this in a browser on this machine: ${url}`);
  return { ended: server.ended };
}

/** @param {string} url @returns {Promise<boolean>} whether a browser took it */
async function openInBrowser(url) {
  const opener = browserOpener();
  if (opener === undefined) return false;
  const { code } = await run(opener, [url]);
  return code === 0;
}

/** @returns {string | undefined} */
function browserOpener() {
  if (process.platform === 'darwin') return findCommand('open');
  const hasDisplay = [process.env['DISPLAY'], process.env['WAYLAND_DISPLAY']].some(
    (name) => name !== undefined && name !== '',
  );
  return hasDisplay ? findCommand('xdg-open') : undefined;
}
