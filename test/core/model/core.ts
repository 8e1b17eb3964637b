import { build, type Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { basename, join } from 'node:path';
import { ModeRegister } from '../../../src/core/modeRegister';
import { PlanGate } from '../../../src/core/planGate';

/** What the model drives: the real core, or a copy of it with a fault. */
export interface Core {
  readonly PlanGate: typeof PlanGate;
  readonly ModeRegister: typeof ModeRegister;
}

export const realCore: Core = { PlanGate, ModeRegister };

/** A mistake that somebody could make: one or more pieces of source text replaced. */
export interface SeededFault {
  readonly name: string;
  readonly file: 'planGate.ts' | 'modeRegister.ts';
  readonly replace: readonly (readonly [before: string, after: string])[];
}

/** The real core, but for one getter through which a model can tell one state of a gate from another. */
export const lookedInto: SeededFault = { name: 'none', file: 'planGate.ts', replace: [] };

/**
 * A copy of the core with the fault in it, and with the getter `stateForTheModel` in its gate. Throws if a piece to be
 * replaced is not there exactly once.
 */
export async function coreWith(fault: SeededFault): Promise<Core> {
  const patched = new Map<string, string>();
  for (const file of ['planGate.ts', 'modeRegister.ts'] as const) {
    const pieces = [...(file === fault.file ? fault.replace : []), ...(file === 'planGate.ts' ? [getter] : [])];
    patched.set(file, pieces.reduce(replacedOnce, await readFile(join(coreFolder, file), 'utf8')));
  }
  const { outputFiles } = await build({
    stdin: {
      contents: `export * from './planGate'; export * from './modeRegister';`,
      resolveDir: coreFolder,
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'node20',
    plugins: [inPlaceOf(patched)],
  });
  const code = outputFiles.map(({ text }) => text).join('');
  const loaded: unknown = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  if (!isCore(loaded)) throw new Error('The patched core exports something else.');
  return loaded;
}

const coreFolder = fileURLToPath(new URL('../../../src/core', import.meta.url));

/** Lets a model tell one state of a gate from another. */
export const getter = [
  `  #state: GateState = { state: 'idle' };`,
  `  #state: GateState = { state: 'idle' };\n  get stateForTheModel() { return this.#state; }`,
] as const;

function inPlaceOf(patched: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'seeded-fault',
    setup(building) {
      building.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const contents = patched.get(basename(path));
        return contents === undefined ? undefined : { loader: 'ts', contents };
      });
    },
  };
}

export function replacedOnce(source: string, [before, after]: readonly [string, string]): string {
  const parts = source.split(before);
  if (parts.length !== 2) throw new Error(`The fault does not apply: ${parts.length - 1} places have\n${before}`);
  return parts.join(after);
}

function isCore(loaded: unknown): loaded is Core {
  return typeof loaded === 'object' && loaded !== null && 'PlanGate' in loaded && 'ModeRegister' in loaded;
}
