import { existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A ripgrep program on this machine: one that is on the path, or the one of a VS Code that the tests have fetched. */
export function ripgrepProgram(): string | undefined {
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg';
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));
  const fetched = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '.vscode-test');
  const modules = 'node_modules/code-server/lib/vscode/node_modules/@vscode';
  const inVsCode = (existsSync(fetched) ? readdirSync(fetched) : []).flatMap((version) => [
    join(fetched, version, modules, 'ripgrep-universal/bin', `${process.platform}-${process.arch}`, name),
    join(fetched, version, modules, 'ripgrep/bin', name),
  ]);
  return [process.env['RIPGREP'] ?? '', ...onPath, ...inVsCode].find(
    (program) => program !== '' && existsSync(program),
  );
}
