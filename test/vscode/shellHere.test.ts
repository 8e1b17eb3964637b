import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { SessionTerminals } from '../../src/vscode/sessionTerminals';
import { shellHere } from '../../src/vscode/shellHere';
import { until } from './support/until';

describe('the shell of a session', function () {
  this.timeout(60_000);
  const setting = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('countersign.shell');
  afterEach(() => setting().update('useTerminal', undefined, vscode.ConfigurationTarget.Global));

  /** What a line printed of whether it has a terminal, and what was warned of. */
  async function run(): Promise<readonly unknown[]> {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    const name = 'Countersign: a session';
    const shell = { shellPath: '/bin/bash' };
    const terminals = new SessionTerminals({
      name: () => name,
      onDidChange: () => undefined,
      integrationMs: 20_000,
      shell,
    });
    const warnings: string[] = [];
    try {
      const end = await shellHere(terminals, folder, { warn: (what: string) => warnings.push(what) }).run(
        'test -t 1 && echo terminal || echo child',
        {
          callId: 'c1',
          cwd: folder,
          signal: new AbortController().signal,
          timeoutMs: 30_000,
          onOutput: () => undefined,
        },
      );
      return [end.state === 'exited' && end.output, warnings.length];
    } finally {
      terminals.dispose();
      await until('its terminals are gone', () => !vscode.window.terminals.some((terminal) => terminal.name === name));
    }
  }

  it('is a terminal unless the person says otherwise', async () => {
    assert.deepEqual(await run(), ['terminal\n', 0]);
  });

  it('is a child process where the person turned terminals off', async () => {
    await setting().update('useTerminal', false, vscode.ConfigurationTarget.Global);
    assert.deepEqual(await run(), ['child\n', 0]);
  });

  it('is a child process, and the log says why, where the setting is neither yes nor no', async () => {
    await setting().update('useTerminal', 'yes', vscode.ConfigurationTarget.Global);
    assert.deepEqual(await run(), ['child\n', 1]);
  });
});
