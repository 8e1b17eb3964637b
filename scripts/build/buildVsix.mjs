import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { must } from '../process/run.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Builds the minified bundles and packs them.
 *
 * @param {string} [out] where the VSIX goes, else `countersign-<version>.vsix` beside package.json
 * @returns {Promise<string>} its path
 */
export async function buildVsix(out) {
  const { name, version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const file = path.resolve(out ?? path.join(root, `${name}-${version}.vsix`));
  await must(process.execPath, ['esbuild.mjs', '--production'], { cwd: root, show: true });
  // The bundles hold all that runs: nothing of node_modules goes in.
  const options = [
    '--no-dependencies',
    '--allow-missing-repository',
    '--readme-path',
    'docs/extension.md',
    '--out',
    file,
  ];
  await must(process.execPath, [path.join(root, 'node_modules/@vscode/vsce/vsce'), 'package', ...options], {
    cwd: root,
  });
  return file;
}
