import type { ShellKind } from '../core/shellPolicy';
import { CappedOutput } from './cappedOutput';
import { quietEnvironment } from './quietEnvironment';
import type { RunCommand } from './runCommand';
import type { Shell, ShellEnd, ShellOptions } from './shell';

/** A shell in a child process with a group of its own, without a terminal. */
export class NodeShell implements Shell {
  readonly kind: ShellKind = process.platform === 'win32' ? 'windows' : 'posix';
  readonly #run: RunCommand;

  constructor(run: RunCommand) {
    this.#run = run;
  }

  async run(line: string, { cwd, signal, timeoutMs, onOutput }: ShellOptions): Promise<ShellEnd> {
    const output = new CappedOutput();
    const end = await this.#run(
      {
        run: { kind: 'shell', line },
        cwd,
        env: quietEnvironment,
        timeoutMs,
        maxOutputBytes: maxBytesRead,
        onOutput: (text) => {
          output.add(text);
          onOutput(text);
        },
      },
      signal,
    );
    switch (end.state) {
      case 'not-started':
        return { state: 'not-started', why: end.cause instanceof Error ? end.cause.message : String(end.cause) };
      case 'exited':
        return { state: 'exited', code: end.code ?? 'signal', output: output.text(end.isCut) };
      case 'timed-out':
      case 'cancelled':
        return { state: end.state, output: output.text(end.isCut) };
    }
  }
}

/** How much of each stream is looked at; what comes after it is dropped. */
const maxBytesRead = 16 * 1024 * 1024;
