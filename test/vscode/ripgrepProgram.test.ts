import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { RipgrepSearch } from '../../src/engine/ripgrepSearch';
import { runCommand } from '../../src/engine/runCommand';
import { ripgrepProgram } from '../../src/vscode/ripgrepProgram';

describe('ripgrep of the editor', () => {
  const linux = { platform: 'linux', arch: 'x64' };
  const windows = { platform: 'win32', arch: 'arm64' };
  const places: readonly (readonly [what: string, on: typeof linux, file: string])[] = [
    ['a server', linux, 'node_modules/@vscode/ripgrep-universal/bin/linux-x64/rg'],
    ['an older server', linux, 'node_modules/@vscode/ripgrep/bin/rg'],
    ['a desktop', windows, 'node_modules.asar.unpacked/@vscode/ripgrep-universal/bin/win32-arm64/rg.exe'],
    ['an older desktop', linux, 'node_modules.asar.unpacked/@vscode/ripgrep/bin/rg'],
  ];
  for (const [what, on, file] of places) {
    it(`is found in ${what}`, () => {
      const there = path.join('/code', file);
      assert.equal(
        ripgrepProgram('/code', on, (each) => each === there),
        there,
      );
    });
  }

  it('is not there in every editor', () => {
    assert.equal(
      ripgrepProgram('/code', linux, () => false),
      undefined,
    );
  });

  it('finds lines in this very editor, where it has one', async () => {
    const program = ripgrepProgram(vscode.env.appRoot, process, existsSync);
    if (program === undefined) {
      // VS Code 1.100 in the tests is built without it.
      assert.match(vscode.version, /^1\.100\./);
      return;
    }
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    const found = await new RipgrepSearch(program, runCommand).lines(
      { folder, pattern: 'export function readOrderForm', ignoresCase: false, maxLines: 10 },
      new AbortController().signal,
    );
    assert.deepEqual(found.state === 'found' && found.lines.map(({ path: at }) => at), ['src/orderForm.ts']);
  });
});
