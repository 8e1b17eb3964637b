import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = join(dirname(fileURLToPath(import.meta.url)), 'sample');

/**
 * Writes the sample project "order-form" into a folder that is empty, missing, or holds an earlier copy of it; nothing
 * else is touched. In an earlier copy only what is missing is written, so that work in it is kept.
 *
 * @param {string} folder
 * @returns {Promise<string>} the folder
 * @throws {Error} where the folder holds something else
 */
export async function writeSampleWorkspace(folder) {
  await mkdir(folder, { recursive: true });
  const present = await readdir(folder);
  if (present.length > 0 && !(await isSample(folder))) {
    throw new Error(
      `${folder} is not empty and is not the sample project. Nothing was written. Choose another folder.`,
    );
  }
  await copyMissing(source, folder);
  return folder;
}

/** @param {string} folder */
async function isSample(folder) {
  try {
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    return manifest?.name === 'order-form';
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      return false;
    throw error;
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
async function copyMissing(from, to) {
  await mkdir(to, { recursive: true });
  const present = new Set(await readdir(to));
  for (const entry of await readdir(from, { withFileTypes: true })) {
    // Kept without its dot, so that it does not rule over this repository.
    const name = entry.name === 'gitignore' ? '.gitignore' : entry.name;
    if (entry.isDirectory()) await copyMissing(join(from, entry.name), join(to, name));
    else if (!present.has(name)) await copyFile(join(from, entry.name), join(to, name));
  }
}
