// Bundles the extension: node esbuild.mjs [--production] [--watch] [--tests]
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, context } from 'esbuild';
import { commonJsChunks } from './scripts/build/commonJsChunks.mjs';
import { reportSizes } from './scripts/build/reportSizes.mjs';
import { writeNotices } from './scripts/build/writeNotices.mjs';

const root = import.meta.dirname;
const flags = new Set(process.argv.slice(2));
const production = flags.has('--production');

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
  // Two Markdown packages bring a copy of what Node has of its own.
  alias: { '@ungap/structured-clone': './scripts/build/structuredClone.mjs' },
  chunkNames: 'part-[hash]',
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

try {
  await main();
} catch (error) {
  // esbuild has printed its own errors, with their places.
  if (!(error instanceof Error && 'errors' in error)) console.error(error);
  process.exitCode = 1;
}

async function main() {
  if (flags.has('--tests')) {
    await buildTests();
    return;
  }
  if (flags.has('--watch')) {
    for (const options of [host, pages]) await (await context(options)).watch();
    console.log('watching; Ctrl+C ends it');
    return;
  }
  await rm(path.join(root, 'dist'), { recursive: true, force: true });
  const [built, builtPages] = await Promise.all([build(host), build(pages)]);
  await writeNotices(root, path.join(root, 'dist/third-party-licences.txt'), [built.metafile, builtPages.metafile]);
  const fits = await reportSizes(path.join(root, 'dist'), built.metafile, { enforce: production });
  if (!fits) process.exitCode = 1;
}
