import * as vscode from 'vscode';
import type { ShellKind } from '../core/shellPolicy';
import { endTree, isAlive, type ListProcesses } from '../engine/processTree';
import { quietEnvironment } from '../engine/quietEnvironment';
import type { Shell, ShellEnd, ShellOptions } from '../engine/shell';
import { shellWay } from '../engine/shellWay';
import { TerminalRunner } from '../engine/terminalRunner';
import type { SessionTerminals, TakenTerminal } from './sessionTerminals';
import { TerminalOutput } from './terminalOutput';

/**
 * A shell in a terminal of the session, where there is one that tells of its commands; else a child process.
 *
 * No line runs twice: it goes to the child process only after it is settled that the terminal never runs it. When and how a
 * line ended is told by the runner's own files and by the processes, because any output could pretend it.
 */
export class TerminalShell implements Shell {
  readonly kind: ShellKind;
  readonly #ports: TerminalShellPorts;
  #isGivenUp = false;

  constructor(ports: TerminalShellPorts) {
    this.#ports = ports;
    this.kind = ports.child.kind;
  }

  async run(line: string, options: ShellOptions): Promise<ShellEnd> {
    const { child, folder, isWanted, terminals, onFault } = this.#ports;
    const way = shellWay(line, {
      isWanted: isWanted(),
      platform: process.platform,
      isTrusted: vscode.workspace.isTrusted,
      isGivenUp: this.#isGivenUp,
      folder,
    });
    if (way.way === 'child') return child.run(line, options);
    let runner: TerminalRunner | undefined;
    try {
      const taken = await terminals.take(options.cwd, options.callId, options.signal);
      if (options.signal.aborted) {
        taken?.terminal.dispose();
        return { state: 'cancelled', output: '' };
      }
      if (taken) {
        runner = await TerminalRunner.prepare({ line, cwd: options.cwd, env: quietEnvironment, folder });
        const end = await new TerminalRun(this.#ports, taken, runner, options).ended();
        if (end !== 'never-ran') return end;
      }
      // Once is enough: every further command would wait for the same.
      this.#isGivenUp = true;
      onFault('the terminal ran nothing; the child process is used in this session', undefined);
    } catch (cause) {
      onFault('a command could not be watched in the terminal', cause);
      if (runner && !(await runner.forestall())) {
        return { state: 'exited', code: 'unknown', output: '' };
      }
    } finally {
      void runner?.remove().catch((cause: unknown) => onFault('a file of a command could not be removed', cause));
    }
    return child.run(line, options);
  }
}

export interface TerminalShellPorts {
  readonly terminals: SessionTerminals;
  /** The other way. */
  readonly child: Shell;
  /** The person's setting, as it is now. */
  readonly isWanted: () => boolean;
  readonly listProcesses: ListProcesses;
  /** Where the files are put that carry a line, absolute. */
  readonly folder: string;
  /** How long a terminal may take until the line runs. */
  readonly startMs: number;
  /** `what` is a fixed phrase for the log and never a line. */
  readonly onFault: (what: string, cause: unknown) => void;
}

/** One line in one terminal. */
class TerminalRun {
  readonly #ports: TerminalShellPorts;
  readonly #taken: TakenTerminal;
  readonly #runner: TerminalRunner;
  readonly #options: ShellOptions;
  readonly #output: TerminalOutput;
  #stopped: 'timed-out' | 'cancelled' | 'terminal-closed' | undefined;
  /** Whether the terminal told that what was typed has ended; any output can pretend it. */
  #isToldEnded = false;
  #wake: () => void = () => undefined;

  constructor(ports: TerminalShellPorts, taken: TakenTerminal, runner: TerminalRunner, options: ShellOptions) {
    this.#ports = ports;
    this.#taken = taken;
    this.#runner = runner;
    this.#options = options;
    this.#output = new TerminalOutput(
      options.onOutput,
      (raw) => runner.afterStart(raw),
      runner.endMark,
      () => this.#isRunning(),
    );
  }

  /** Resolves when it is gone with all that it started; `never-ran`: it has not run and never will. */
  async ended(): Promise<ShellEnd | 'never-ran'> {
    const { terminal, integration } = this.#taken;
    const { signal, timeoutMs } = this.#options;
    const onAbort = (): void => this.#stop('cancelled');
    const timer = setTimeout(() => this.#stop('timed-out'), timeoutMs);
    const ours = new Set<vscode.TerminalShellExecution>();
    const subscriptions = [
      vscode.window.onDidStartTerminalShellExecution((event) => {
        if (event.terminal !== terminal) return;
        ours.add(event.execution);
        this.#output.follow(event.execution.read());
        this.#go();
      }),
      vscode.window.onDidEndTerminalShellExecution(({ execution }) => {
        if (!ours.has(execution)) return;
        this.#isToldEnded = true;
        this.#wake();
      }),
      vscode.window.onDidCloseTerminal((closed) => {
        if (closed === terminal) this.#stop('terminal-closed');
      }),
    ];
    signal.addEventListener('abort', onAbort);
    try {
      integration.executeCommand(this.#runner.commandLine);
      return await this.#watch();
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      for (const subscription of subscriptions) subscription.dispose();
    }
  }

  async #watch(): Promise<ShellEnd | 'never-ran'> {
    const lastStart = Date.now() + this.#ports.startMs;
    for (;;) {
      const woken = this.#woken();
      const seen = await this.#runner.look();
      switch (seen.state) {
        case 'waiting':
          if (this.#stopped !== undefined || this.#isToldEnded || Date.now() > lastStart) return await this.#giveUp();
          break;
        case 'running':
          if (this.#stopped !== undefined || !isAlive(seen.pid)) return await this.#end(seen.pid);
          break;
        case 'ended':
          return await this.#end(seen.pid);
      }
      await woken;
    }
  }

  /** The line is not to run any more, unless it has just begun. */
  async #giveUp(): Promise<ShellEnd | 'never-ran'> {
    if (await this.#runner.forestall()) {
      this.#taken.terminal.dispose();
      switch (this.#stopped) {
        case 'cancelled':
        case 'timed-out':
          return { state: this.#stopped, output: '' };
        case 'terminal-closed':
          // A person closed it, or its shell could not be started.
          return this.#taken.terminal.exitStatus?.reason === vscode.TerminalExitReason.User
            ? { state: 'cancelled', output: '', because: 'terminal-closed' }
            : 'never-ran';
        case undefined:
          return 'never-ran';
      }
    }
    for (const end = Date.now() + beginMs; Date.now() < end;) {
      const seen = await this.#runner.look();
      if (seen.state !== 'waiting') return await this.#watch();
      await this.#woken();
    }
    // It began and could not even write its number: the disk is full. Closing the terminal ends it, if it is there at all.
    this.#taken.terminal.dispose();
    return { state: 'not-started', why: 'the terminal could not write the file that says so' };
  }

  async #end(pid: number): Promise<ShellEnd> {
    const { terminals, listProcesses } = this.#ports;
    // The code may have been written between the last look and the end of the process.
    const seen = this.#stopped === undefined ? await this.#runner.look() : undefined;
    const stopped = this.#stopped;
    const isGone = await endTree(pid, stopped === undefined ? 'at-once' : 'gently', listProcesses);
    await this.#output.settled(stopped === undefined ? 'to-its-end' : 'stopped');
    const output = this.#output.text(isGone ? '' : notEnded);
    // What is not in order is closed: the next command must find a shell that waits for it.
    if (this.#output.isWhole && this.#isToldEnded && isGone) terminals.giveBack(this.#taken.terminal);
    else this.#taken.terminal.dispose();
    switch (stopped) {
      case undefined:
        return { state: 'exited', code: seen?.state === 'ended' ? seen.code : 'unknown', output };
      case 'terminal-closed':
        return { state: 'cancelled', output, because: stopped };
      case 'timed-out':
      case 'cancelled':
        return { state: stopped, output };
    }
  }

  #go(): void {
    this.#runner.go().then(
      () => this.#wake(),
      (cause: unknown) => this.#ports.onFault('a command could not be told to begin', cause),
    );
  }

  async #isRunning(): Promise<boolean> {
    const seen = await this.#runner.look();
    return seen.state === 'running' && isAlive(seen.pid);
  }

  #stop(why: 'timed-out' | 'cancelled' | 'terminal-closed'): void {
    this.#stopped ??= why;
    this.#wake();
  }

  /** Something has happened, or it is time to look again. */
  #woken(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, lookMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** How often the runner's files are looked at while nothing is told. */
const lookMs = 250;
/** How long the runner may take between making its first file and writing it. */
const beginMs = 3_000;

const notEnded = '[Some of its processes belong to another user and could not be ended.]';
