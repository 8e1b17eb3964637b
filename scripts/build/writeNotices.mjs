import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes the licences of all packages whose code is in the bundles: they ask to be kept with every copy.
 *
 * @param {string} root the folder of the project
 * @param {string} file
 * @param {readonly (import('esbuild').Metafile | undefined)[]} metafiles
 */
export async function writeNotices(root, file, metafiles) {
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile?.inputs ?? {}));
  const folders = new Set(inputs.flatMap((input) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []));
  /** @type {Map<string, string[]>} */
  const byText = new Map();
  for (const folder of [...folders].sort()) {
    const { name, version } = JSON.parse(await readFile(path.join(root, folder, 'package.json'), 'utf8'));
    const text = await licenceIn(path.join(root, folder));
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version}`]);
  }
  const parts = [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text.trim()}\n`);
  const rule = `\n${'-'.repeat(80)}\n\n`;
  await writeFile(file, ['The bundles of Countersign contain code of these packages.\n', ...parts].join(rule));
}

/** @param {string} folder of a package */
async function licenceIn(folder) {
  const name = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
  if (name === undefined) throw new Error(`${folder} is bundled but has no licence file: it cannot be passed on.`);
  return await readFile(path.join(folder, name), 'utf8');
}
