import { findCommand } from '../process/findCommand.mjs';
import { must, run } from '../process/run.mjs';
import { say } from './say.mjs';
import { SetupFault } from './setupFault.mjs';

/**
 * Installs the packages of Debian or Ubuntu whose programs are not on the PATH.
 *
 * @param {Readonly<Record<string, string>>} programs program → package that brings it
 * @param {string} purpose what they are for, as in "… are needed to build the editor's add-ons"
 * @throws {SetupFault} where only a person can install them; the message has the exact command
 */
export async function ensureSystemPackages(programs, purpose) {
  const missing = Object.entries(programs).filter(([program]) => findCommand(program) === undefined);
  if (missing.length === 0) return;
  const packages = missing.map(([, name]) => name);
  const command = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  const lack = `${missing.map(([program]) => program).join(', ')} not found, needed ${purpose}.`;
  if (findCommand('apt-get') === undefined) {
    throw new SetupFault(
      `${lack} This system has no apt-get: install ${packages.join(', ')} with its own package manager and try again.`,
    );
  }
  const before = await privileges();
  if (before === undefined) throw new SetupFault(`${lack} Run this, then try again:\n  sudo sh -c '${command}'`);
  say(`installing ${packages.join(', ')} with apt-get, needed ${purpose} …`);
  await must(...beginning(before, ['apt-get', 'update']));
  await must(...beginning(before, ['apt-get', 'install', '-y', '--no-install-recommends', ...packages]), {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** @returns {Promise<string[] | undefined>} the words before a command that makes it run as root; undefined: none does */
async function privileges() {
  if (process.getuid?.() === 0) return [];
  if (findCommand('sudo') === undefined) return undefined;
  // -n: never asks for a password, so that nothing waits for an answer behind other output.
  const { code } = await run('sudo', ['-n', 'true']);
  return code === 0 ? ['sudo', '-n'] : undefined;
}

/**
 * @param {string[]} before
 * @param {string[]} words
 * @returns {[string, string[]]}
 */
function beginning(before, words) {
  const [command = '', ...args] = [...before, ...words];
  return [command, args];
}
