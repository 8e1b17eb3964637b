import os from 'node:os';
import * as vscode from 'vscode';
import { NodeShell } from '../engine/nodeShell';
import { psProcesses } from '../engine/processTree';
import { runCommand } from '../engine/runCommand';
import type { Shell } from '../engine/shell';
import { readUseTerminal } from '../protocol/settings';
import type { SessionTerminals } from './sessionTerminals';
import { TerminalShell } from './terminalShell';

/**
 * The shell of a session: in its terminals where the person wants that and they can be relied upon, else a child process.
 *
 * @param folder the workspace folder, absolute; the setting may differ by folder and counts as it is at each line
 */
export function shellHere(
  terminals: SessionTerminals,
  folder: string,
  log: Pick<vscode.LogOutputChannel, 'warn'>,
): Shell {
  const uri = vscode.Uri.file(folder);
  return new TerminalShell({
    terminals,
    child: new NodeShell(runCommand),
    isWanted: () => {
      const isWanted = readUseTerminal(vscode.workspace.getConfiguration('countersign', uri).get('shell.useTerminal'));
      if (isWanted === undefined) log.warn('countersign.shell.useTerminal must be true or false; no terminal is used');
      return isWanted ?? false;
    },
    listProcesses: psProcesses(runCommand),
    folder: os.tmpdir(),
    startMs: 10_000,
    onFault: (what, cause) => log.warn(what, cause),
  });
}
