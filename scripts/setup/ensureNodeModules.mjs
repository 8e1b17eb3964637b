import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { npm } from './npm.mjs';
import { say } from './say.mjs';

/**
 * Installs the packages of the lock file, if they are not installed as it says.
 *
 * @param {string} root the folder of the project
 */
export async function ensureNodeModules(root) {
  if (await isInstalled(root)) return;
  say('installing the packages of package-lock.json (npm ci) …');
  await npm(['ci'], { cwd: root });
}

/**
 * npm writes `node_modules/.package-lock.json` last, so an install that was cut short is not taken for a whole one.
 *
 * @param {string} root
 */
async function isInstalled(root) {
  const wanted = await packagesIn(path.join(root, 'package-lock.json'));
  const present = await packagesIn(path.join(root, 'node_modules/.package-lock.json'));
  if (wanted === undefined || present === undefined) return false;
  // Optional ones are those of other systems, too.
  return Object.entries(wanted).every(
    ([name, { version, optional }]) => name === '' || optional === true || present[name]?.version === version,
  );
}

/**
 * @param {string} file
 * @returns {Promise<Record<string, { version?: string, optional?: boolean }> | undefined>}
 */
async function packagesIn(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8')).packages;
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      return undefined;
    throw error;
  }
}
