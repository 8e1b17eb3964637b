// Bundles the extension: node esbuild.mjs [--production] [--watch] [--tests]
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, context } from 'esbuild';
import { commonJsChunks } from './scripts/build/commonJsChunks.mjs';

const root = import.meta.dirname;
const flags = new Set(process.argv.slice(2));
const production = flags.has('--production');

/**
 * Budgets in bytes, minified. The host's counts what is read at activation; the lazy part (Markdown) has its own.
 * A page counts script and style sheet together.
 */
const budgets = { activation: 400_000, host: 600_000, page: 120_000 };

/** @type {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  minify: production,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  define: { 'process.env.NODE_ENV': production ? '"production"' : '"development"' },
};

/** @type {import('esbuild').BuildOptions} */
const host = {
  ...common,
  entryPoints: { extension: 'src/vscode/extension.ts' },
  outdir: 'dist',
  format: 'esm',
  splitting: true,
  platform: 'node',
  target: 'node20',
  external: ['vscode'],
  chunkNames: 'lazy-[hash]',
  sourcemap: 'inline',
  write: false,
  plugins: [{ name: 'host as CommonJS', setup: (build) => build.onEnd(writeHost) }],
};

/** @type {import('esbuild').BuildOptions} */
const pages = {
  ...common,
  entryPoints: { review: 'webview/review/main.tsx', session: 'webview/session/main.tsx' },
  outdir: 'dist/webview',
  format: 'iife',
  platform: 'browser',
  target: 'chrome132',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  sourcemap: production ? 'external' : 'linked',
};

/** Tests that run in the extension host. Mocha stays outside: it is read from node_modules. */
async function buildTests() {
  const folder = path.join(root, 'test/vscode');
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.test.ts'));
  await rm(path.join(root, 'out/vscode-tests'), { recursive: true, force: true });
  await build({
    ...common,
    minify: false,
    entryPoints: ['index.ts', ...files].map((file) => path.join(folder, file)),
    outbase: folder,
    outdir: 'out/vscode-tests',
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
  });
}

/** @param {import('esbuild').BuildResult} result */
async function writeHost(result) {
  if (result.errors.length > 0 || result.outputFiles === undefined) return;
  const chunks = await commonJsChunks(result.outputFiles, { minify: production, linkMaps: !production });
  await mkdir(path.join(root, 'dist'), { recursive: true });
  const names = new Set(chunks.map((chunk) => path.basename(chunk.path)));
  for (const name of await readdir(path.join(root, 'dist'))) {
    if (/\.cjs(\.map)?$/.test(name) && !names.has(name)) await rm(path.join(root, 'dist', name));
  }
  for (const chunk of chunks) await writeFile(chunk.path, chunk.text);
}

/** Prints what each bundle weighs and fails above a budget. Only minified sizes are held to it. */
async function reportSizes() {
  const { readFile } = await import('node:fs/promises');
  /** @param {string[]} files */
  const weigh = async (files) => {
    let bytes = 0;
    for (const file of files) {
      const content = await readFile(path.join(root, 'dist', file));
      bytes += content.length;
      console.log(`${kilobytes(content.length)} (${kilobytes(gzipSync(content).length)} zipped)  dist/${file}`);
    }
    return bytes;
  };
  const files = (await readdir(path.join(root, 'dist'))).filter((file) => file.endsWith('.cjs')).sort();
  const eager = await eagerChunks(files, readFile);
  const sizes = {
    activation: await weigh(files.filter((file) => eager.has(file))),
    lazy: await weigh(files.filter((file) => !eager.has(file))),
    review: await weigh(['webview/review.js', 'webview/review.css']),
    session: await weigh(['webview/session.js', 'webview/session.css']),
  };
  if (!production) return;
  /** @type {[string, number, number][]} */
  const rows = [
    ['what activation reads', sizes.activation, budgets.activation],
    ['the host with its lazy parts', sizes.activation + sizes.lazy, budgets.host],
    ['the review page', sizes.review, budgets.page],
    ['the session page', sizes.session, budgets.page],
  ];
  for (const [what, size, budget] of rows) {
    if (size <= budget) continue;
    console.error(`${what} weighs ${kilobytes(size)}, over its budget of ${kilobytes(budget)} (esbuild.mjs)`);
    process.exitCode = 1;
  }
}

/**
 * The chunks that loading `extension.cjs` loads at once: those that it requires outside a promise.
 *
 * @param {string[]} files
 * @param {typeof import('node:fs/promises').readFile} readFile
 */
async function eagerChunks(files, readFile) {
  const eager = new Set(['extension.cjs']);
  for (const file of eager) {
    const text = await readFile(path.join(root, 'dist', file), 'utf8');
    for (const [, name] of text.matchAll(/(?<!=>\s*\w*\(?)require\("\.\/([^"]+\.cjs)"\)/g)) {
      if (name !== undefined && files.includes(name)) eager.add(name);
    }
  }
  return eager;
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1).padStart(6)} kB`;
}

if (flags.has('--tests')) {
  await buildTests();
} else if (flags.has('--watch')) {
  for (const options of [host, pages]) await (await context(options)).watch();
  console.log('watching; Ctrl+C ends it');
} else {
  await rm(path.join(root, 'dist'), { recursive: true, force: true });
  await Promise.all([build(host), build(pages)]);
  await reportSizes();
}
