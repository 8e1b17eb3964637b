import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { CancelSignal } from '../core/cancelSignal';
import { sendSignal } from './sendSignal';

/**
 * Port: runs one command to its end.
 *
 * Resolves when the command and everything that it started in its group is gone: it exited, the time was up, or `signal`
 * aborted. What it left in the background goes with it. Never rejects.
 */
export type RunCommand = (command: CommandToRun, signal: CancelSignal) => Promise<CommandEnd>;

export interface CommandToRun {
  /** A line for the system's shell, or a program with arguments that no shell reads. */
  readonly run:
    | { readonly kind: 'shell'; readonly line: string }
    | { readonly kind: 'program'; readonly program: string; readonly args: readonly string[] };
  /** Absolute. */
  readonly cwd: string;
  /** Put on top of our own environment; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Written to its standard input, which is closed then. */
  readonly stdin?: string | undefined;
  /** Left out: it may take as long as it takes. */
  readonly timeoutMs?: number | undefined;
  /** `latin1`: one character a byte, both ways, for what need not be text, as file names. Left out: UTF-8. */
  readonly encoding?: 'utf8' | 'latin1' | undefined;
  /** How much of each stream is kept; the rest is read and dropped, so that the command does not block. */
  readonly maxOutputBytes: number;
  /** Each piece of output that is kept, as it comes. */
  readonly onOutput?: ((text: string, stream: 'stdout' | 'stderr') => void) | undefined;
}

export type CommandEnd =
  /** `code` is null where a signal ended it. */
  | ({ readonly state: 'exited'; readonly code: number | null } & CommandOutput)
  | ({ readonly state: 'timed-out' } & CommandOutput)
  | ({ readonly state: 'cancelled' } & CommandOutput)
  | { readonly state: 'not-started'; readonly cause: unknown };

interface CommandOutput {
  readonly stdout: string;
  readonly stderr: string;
  /** Whether more was written than is kept. */
  readonly isCut: boolean;
}

/** How long a command that is told to end may take over it. */
const graceMs = 1_000;

/** The real one: a child process with a group of its own. */
export const runCommand: RunCommand = (command, signal) => {
  if (signal.aborted) return Promise.resolve({ state: 'cancelled', stdout: '', stderr: '', isCut: false });
  return new Promise((resolve) => {
    let child: ChildProcess;
    try {
      child = start(command);
    } catch (cause) {
      resolve({ state: 'not-started', cause });
      return;
    }
    const stdout = new Kept(command, 'stdout', child.stdout);
    const stderr = new Kept(command, 'stderr', child.stderr);
    let stopped: 'timed-out' | 'cancelled' | undefined;
    const timers: NodeJS.Timeout[] = [];
    const stop = (why: 'timed-out' | 'cancelled'): void => {
      if (stopped !== undefined) return;
      stopped = why;
      killTree(child, 'SIGTERM');
      timers.push(setTimeout(() => killTree(child, 'SIGKILL'), graceMs));
    };
    const onAbort = (): void => stop('cancelled');
    const settle = (end: (output: CommandOutput) => CommandEnd): void => {
      for (const timer of timers) clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve(end({ stdout: stdout.end(), stderr: stderr.end(), isCut: stdout.isCut || stderr.isCut }));
    };

    signal.addEventListener('abort', onAbort);
    if (command.timeoutMs !== undefined) timers.push(setTimeout(() => stop('timed-out'), command.timeoutMs));
    child.on('error', (cause) => {
      // Also told where a kill failed; then there is a process, and its end is what counts.
      if (child.pid === undefined) settle(() => ({ state: 'not-started', cause }));
    });
    child.on('exit', () => {
      killTree(child, 'SIGKILL');
      // What left the group may hold the pipes open for ever: it is not waited for.
      timers.push(setTimeout(() => [child.stdout, child.stderr].forEach((pipe) => pipe?.destroy()), graceMs));
    });
    child.on('close', (code) =>
      settle((output) =>
        stopped === undefined ? { state: 'exited', code, ...output } : { state: stopped, ...output },
      ),
    );
    // A command need not read what it is given; a broken pipe says no more than that.
    child.stdin?.on('error', () => child.stdin?.destroy());
    child.stdin?.end(command.stdin ?? '', command.encoding ?? 'utf8');
  });
};

function start({ run, cwd, env }: CommandToRun): ChildProcess {
  const options = {
    cwd,
    env: { ...process.env, ...env },
    // POSIX: a group of its own, so that the whole tree can be told to end. On Windows that would open a console.
    detached: process.platform !== 'win32',
    windowsHide: true,
  };
  return run.kind === 'shell'
    ? spawn(run.line, { ...options, shell: true })
    : spawn(run.program, [...run.args], { ...options, shell: false });
}

function killTree(child: ChildProcess, how: 'SIGTERM' | 'SIGKILL'): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    // Windows knows no gentle way for a tree, and an ended process has none any more.
    if (child.exitCode === null && child.signalCode === null) {
      spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true }).on('error', () => child.kill());
    }
    return;
  }
  // Where nobody is left in the group there is nothing to do.
  sendSignal(-pid, how);
}

/** The beginning of one stream. */
class Kept {
  readonly #decoder: StringDecoder;
  #left: number;
  #text = '';
  isCut = false;

  constructor(command: CommandToRun, stream: 'stdout' | 'stderr', from: Readable | null) {
    this.#left = command.maxOutputBytes;
    this.#decoder = new StringDecoder(command.encoding ?? 'utf8');
    from?.on('data', (chunk: Buffer) => {
      const kept = chunk.subarray(0, this.#left);
      this.isCut ||= kept.length < chunk.length;
      this.#left -= kept.length;
      const text = this.#decoder.write(kept);
      this.#text += text;
      if (text !== '') command.onOutput?.(text, stream);
    });
  }

  end(): string {
    // Where it was cut, half a character may be left over.
    return this.isCut ? this.#text : this.#text + this.#decoder.end();
  }
}
