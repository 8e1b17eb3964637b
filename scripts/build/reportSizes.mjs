import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * Budgets in bytes, minified. `activation` is what the editor reads when the extension starts (30 ms are all it may
 * cost); `host` counts the lazy parts too, Markdown above all. A page counts its script and its style sheet.
 */
const budgets = { activation: 150_000, host: 600_000, page: 120_000 };

/**
 * Prints what each bundle weighs and says whether all keep to their budgets.
 *
 * @param {string} dist
 * @param {import('esbuild').Metafile | undefined} metafile of the host's build
 * @param {{ enforce: boolean }} options only minified sizes are held to the budgets
 */
export async function reportSizes(dist, metafile, { enforce }) {
  const files = (await readdir(dist)).filter((file) => file.endsWith('.cjs')).sort();
  const eager = eagerParts(metafile);
  const activation = await weigh(dist, 'activation', [...files.filter((file) => eager.has(file))]);
  const lazy = await weigh(dist, 'lazy', [...files.filter((file) => !eager.has(file))]);
  const review = await weigh(dist, 'page', ['webview/review.js', 'webview/review.css']);
  const session = await weigh(dist, 'page', ['webview/session.js', 'webview/session.css']);
  if (!enforce) return true;
  return [
    keeps('what activation reads', activation, budgets.activation),
    keeps('the host with its lazy parts', activation + lazy, budgets.host),
    keeps('the review page', review, budgets.page),
    keeps('the session page', session, budgets.page),
  ].every(Boolean);
}

/**
 * The parts that loading `extension.cjs` loads at once: those that it imports by a statement, not by `import()`.
 *
 * @param {import('esbuild').Metafile | undefined} metafile
 */
function eagerParts(metafile) {
  const eager = new Set(['dist/extension.js']);
  for (const file of eager) {
    for (const imported of metafile?.outputs[file]?.imports ?? []) {
      if (imported.kind === 'import-statement' && !imported.external) eager.add(imported.path);
    }
  }
  return new Set([...eager].map((file) => path.basename(file).replace(/\.js$/, '.cjs')));
}

/** @param {string} dist @param {string} kind @param {string[]} files */
async function weigh(dist, kind, files) {
  let bytes = 0;
  for (const file of files) {
    const content = await readFile(path.join(dist, file));
    bytes += content.length;
    console.log(`${kilobytes(content.length)} (${kilobytes(gzipSync(content).length)} zipped)  ${kind}: dist/${file}`);
  }
  return bytes;
}

/** @param {string} what @param {number} size @param {number} budget in bytes */
function keeps(what, size, budget) {
  if (size <= budget) return true;
  console.error(
    `${what}: ${kilobytes(size)} is over the budget of ${kilobytes(budget)} (scripts/build/reportSizes.mjs)`,
  );
  return false;
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1).padStart(6)} kB`;
}
