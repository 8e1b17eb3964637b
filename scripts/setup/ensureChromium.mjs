import { findCommand } from '../process/findCommand.mjs';
import { run } from '../process/run.mjs';
import { ensureSystemPackages } from './ensureSystemPackages.mjs';
import { SetupFault } from './setupFault.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The browser that the tests drive: `CHROMIUM`, else a Chromium or Chrome on the PATH, else Debian's own is installed.
 *
 * @returns {Promise<string>} its path
 * @throws {SetupFault}
 */
export async function ensureChromium() {
  const given = process.env['CHROMIUM'];
  if (given !== undefined && given !== '') return await running(given);
  if (findChromium() === undefined)
    await ensureSystemPackages({ chromium: 'chromium' }, 'to drive the editor in a browser');
  const found = findChromium();
  if (found === undefined) throw new SetupFault(unusable('Chromium was installed but is not on the PATH.'));
  return await running(found);
}

/** @returns {string | undefined} */
function findChromium() {
  return names.map(findCommand).find((file) => file !== undefined);
}

/** @param {string} file */
async function running(file) {
  // Ubuntu's package is only a pointer to a snap, which does not start everywhere.
  const { code, output } = await run(file, ['--version']);
  if (code === 0) return file;
  throw new SetupFault(unusable(`${file} does not start: ${output.trim()}`));
}

/** @param {string} fault */
function unusable(fault) {
  return `${fault} Install Google Chrome or Chromium and give its path: CHROMIUM=/path/to/chrome npm test`;
}
