import { realpathSync } from 'node:fs';
import path from 'node:path';
import { findCommand } from '../process/findCommand.mjs';
import { must } from '../process/run.mjs';
import { SetupFault } from './setupFault.mjs';

/**
 * Runs npm.
 *
 * @param {readonly string[]} args
 * @param {{ cwd: string, node?: string, env?: NodeJS.ProcessEnv }} options `node`: the Node that npm runs on
 * @returns {Promise<string>} its output
 */
export async function npm(args, { cwd, node = process.execPath, env = {} }) {
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  return await must(node, [npmCli(), ...args, ...quiet], { cwd, env: { ...withoutNpmOfParent(), ...env } });
}

function npmCli() {
  const given = process.env['npm_execpath'];
  if (given?.endsWith('npm-cli.js')) return given;
  const beside = findCommand('npm');
  if (beside === undefined) throw new SetupFault('npm is not on the PATH. Install Node with npm and try again.');
  const file = realpathSync(beside);
  return file.endsWith('.js') ? file : path.join(path.dirname(file), '../lib/node_modules/npm/bin/npm-cli.js');
}

/** A parent `npm run` exports its own configuration (its prefix, its user agent): it is not for an npm below it. */
function withoutNpmOfParent() {
  const kept = /^npm_config_(registry|cafile|cache|proxy|https_proxy|noproxy|userconfig)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) || kept.test(name)));
}
