import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/** @typedef {{ file: string, bytes: number, zipped: number }} Size of a file, in bytes, as it is and by gzip */

/**
 * What is shipped and what weighs in it.
 *
 * @param {string} root
 * @param {string} vsix whose build is in `dist`
 * @returns {Promise<{ vsix: number, files: Size[] }>} the largest first; a part's name ends with a hash
 */
export async function measureSizes(root, vsix) {
  const dist = path.join(root, 'dist');
  const names = (await readdir(dist, { recursive: true })).filter((name) => /\.(cjs|js|css)$/.test(name));
  const files = await Promise.all(
    names.map(async (file) => {
      const content = await readFile(path.join(dist, file));
      return { file, bytes: content.length, zipped: gzipSync(content).length };
    }),
  );
  return { vsix: (await readFile(vsix)).length, files: files.sort((a, b) => b.bytes - a.bytes) };
}
