import { build, type Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join, relative, sep } from 'node:path';
import type { BuiltInAgent } from '../../../src/engine/builtInAgent';
import type { Session } from '../../../src/session/session';
import { getter, replacedOnce } from './core';

/** What a session model drives: the real session and the real agent, or a copy with a fault. */
export interface Engine {
  readonly Session: typeof Session;
  readonly BuiltInAgent: typeof BuiltInAgent;
}

/** A mistake that somebody could make, anywhere below src: pieces of source text replaced. */
export interface EngineFault {
  readonly name: string;
  readonly file: string;
  readonly replace: readonly (readonly [before: string, after: string])[];
}

/** A copy of the engine with the fault in it, and with the getter `stateForTheModel` in its gate. Throws if a piece to be replaced is not there exactly once. */
export async function engineWith({ file, replace }: EngineFault): Promise<Engine> {
  const patched = new Map<string, string>();
  for (const path of new Set([file, 'core/planGate.ts'])) {
    const pieces = [...(path === file ? replace : []), ...(path === 'core/planGate.ts' ? [getter] : [])];
    patched.set(path, pieces.reduce(replacedOnce, await readFile(join(sources, path), 'utf8')));
  }
  const { outputFiles } = await build({
    stdin: {
      contents: `export { Session } from './session/session'; export { BuiltInAgent } from './engine/builtInAgent';`,
      resolveDir: sources,
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    plugins: [inPlaceOf(patched)],
  });
  const code = outputFiles.map(({ text }) => text).join('');
  const loaded: unknown = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  if (!isEngine(loaded)) throw new Error('The patched engine exports something else.');
  return loaded;
}

const sources = fileURLToPath(new URL('../../../src', import.meta.url));

function inPlaceOf(patched: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'seeded-fault',
    setup(building) {
      building.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const contents = patched.get(relative(sources, path).replaceAll(sep, '/'));
        return contents === undefined ? undefined : { loader: 'ts', contents };
      });
    },
  };
}

function isEngine(loaded: unknown): loaded is Engine {
  return typeof loaded === 'object' && loaded !== null && 'Session' in loaded && 'BuiltInAgent' in loaded;
}
