import path from 'node:path';
import { transform } from 'esbuild';

/**
 * Turns the chunks that esbuild splits (it splits only ES modules) into CommonJS ones, so that the extension host loads
 * a lazy part by a plain `require` when it is first asked for. CommonJS, because VS Code gives `vscode` to a CommonJS
 * extension by its own `require`, without a module loader hook on the way of activation.
 *
 * @param {readonly import('esbuild').OutputFile[]} outputs ES module chunks and their inline source maps
 * @param {{ minify: boolean, linkMaps: boolean }} options
 * @returns {Promise<{ path: string, text: string }[]>}
 */
export async function commonJsChunks(outputs, { minify, linkMaps }) {
  const written = [];
  for (const output of outputs) {
    const file = output.path.replace(/\.js$/, '.cjs');
    const { code, map } = await transform(output.text, {
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      minify,
      sourcefile: output.path,
      sourcemap: 'external',
      sourcesContent: false,
      // `import('./chunk.js')` becomes a promise of `require('./chunk.js')`.
      supported: { 'dynamic-import': false },
    });
    const name = path.basename(file);
    const text = code
      .replace(/require\("(\.\/[^"]+)\.js"\)/g, 'require("$1.cjs")')
      // esbuild would copy the whole API for each module that imports it, which costs milliseconds at activation.
      .replace(/[\w$]+\((require\("vscode"\))\)/g, '$1');
    written.push({ path: file, text: linkMaps ? `${text}//# sourceMappingURL=${name}.map\n` : text });
    written.push({ path: `${file}.map`, text: map });
  }
  return written;
}
