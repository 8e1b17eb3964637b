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

/** A copy of the core with the fault in it. Throws if a piece to be replaced is not there exactly once. */
export async function coreWith(fault: SeededFault): Promise<Core> {
  const patched = fault.replace.reduce(replacedOnce, await readFile(join(coreFolder, fault.file), 'utf8'));
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
    plugins: [inPlaceOf(fault.file, patched)],
  });
  const code = outputFiles.map(({ text }) => text).join('');
  const loaded: unknown = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  if (!isCore(loaded)) throw new Error('The patched core exports something else.');
  return loaded;
}

const coreFolder = fileURLToPath(new URL('../../../src/core', import.meta.url));

function inPlaceOf(file: string, contents: string): Plugin {
  return {
    name: 'seeded-fault',
    setup(building) {
      building.onLoad({ filter: /\.ts$/ }, ({ path }) =>
        basename(path) === file ? { loader: 'ts', contents } : undefined,
      );
    },
  };
}

function replacedOnce(source: string, [before, after]: readonly [string, string]): string {
  const parts = source.split(before);
  if (parts.length !== 2) throw new Error(`The fault does not apply: ${parts.length - 1} places have\n${before}`);
  return parts.join(after);
}

function isCore(loaded: unknown): loaded is Core {
  return typeof loaded === 'object' && loaded !== null && 'PlanGate' in loaded && 'ModeRegister' in loaded;
}
