import type { ShellKind } from '../../../src/core/shellPolicy';
import type { Shell, ShellEnd, ShellOptions } from '../../../src/engine/shell';

/** A shell that runs nothing and keeps a list of what it was told to run. */
export class AShell implements Shell {
  readonly lines: string[] = [];
  readonly options: ShellOptions[] = [];
  end: ShellEnd = { state: 'exited', code: 0, output: 'out\n' };
  onRun: (options: ShellOptions) => Promise<void> = () => Promise.resolve();

  constructor(readonly kind: ShellKind = 'posix') {}

  async run(line: string, options: ShellOptions): Promise<ShellEnd> {
    this.lines.push(line);
    this.options.push(options);
    await this.onRun(options);
    return this.end;
  }
}
