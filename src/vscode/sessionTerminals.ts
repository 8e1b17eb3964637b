import * as vscode from 'vscode';
import type { CancelSignal } from '../core/cancelSignal';

/**
 * The terminals of one session: hidden until a person asks for one, and used again while they stand idle in the folder that
 * a command wants. A command that runs beside another one has a terminal of its own.
 */
export class SessionTerminals implements CallTerminals, vscode.Disposable {
  readonly #ports: SessionTerminalsPorts;
  readonly #all = new Map<vscode.Terminal, Use>();
  readonly #subscriptions: readonly vscode.Disposable[];
  #isDisposed = false;

  constructor(ports: SessionTerminalsPorts) {
    this.#ports = ports;
    this.#subscriptions = [
      vscode.window.onDidCloseTerminal((terminal) => {
        if (this.#all.delete(terminal)) this.#ports.onDidChange();
      }),
      // A person may use one that is shown: it is not idle while something of theirs runs in it.
      vscode.window.onDidStartTerminalShellExecution(({ terminal }) => this.#note(terminal, { isRunning: true })),
      vscode.window.onDidEndTerminalShellExecution(({ terminal }) => this.#note(terminal, { isRunning: false })),
    ];
  }

  /**
   * A terminal that tells of its commands, for one command. Undefined where there is none in time, or where `signal`
   * aborted; what was made is gone then.
   *
   * @param cwd absolute
   * @param callId the call that it is for
   */
  async take(cwd: string, callId: string, signal: CancelSignal): Promise<TakenTerminal | undefined> {
    if (this.#isDisposed || signal.aborted) return undefined;
    for (const [terminal, use] of this.#all) {
      const integration = terminal.shellIntegration;
      const isThere = integration?.cwd === undefined || integration.cwd.fsPath === cwd;
      if (!integration || use.isTaken || use.isRunning || !isThere || terminal.exitStatus) continue;
      use.isTaken = true;
      use.callIds.add(callId);
      this.#ports.onDidChange();
      return { terminal, integration };
    }
    const terminal = vscode.window.createTerminal({
      name: this.#ports.name(),
      cwd,
      hideFromUser: true,
      // The window's next life has no use for it: the command is gone by then.
      isTransient: true,
      iconPath: new vscode.ThemeIcon('checklist'),
      ...this.#ports.shell,
      // What is typed for the agent is nothing that the person would look for in their history.
      env: { ...this.#ports.shell?.env, HISTFILE: '' },
    });
    this.#all.set(terminal, { isTaken: true, isRunning: false, isShown: false, callIds: new Set() });
    const integration = await integrationOf(terminal, this.#ports.integrationMs, signal);
    if (integration) {
      this.#note(terminal, { callIds: new Set([callId]) });
      this.#ports.onDidChange();
      return { terminal, integration };
    }
    terminal.dispose();
    return undefined;
  }

  /** The command is gone. One idle terminal is kept, and those that the person has seen. */
  giveBack(terminal: vscode.Terminal): void {
    const use = this.#all.get(terminal);
    if (!use) return;
    use.isTaken = use.isRunning = false;
    const idle = [...this.#all.values()].filter(({ isTaken, isShown }) => !isTaken && !isShown);
    if (idle.length > 1 && !use.isShown) terminal.dispose();
  }

  has(callId: string): boolean {
    return this.#of(callId) !== undefined;
  }

  show(callId: string): boolean {
    const terminal = this.#of(callId);
    if (!terminal) return false;
    this.#note(terminal, { isShown: true });
    terminal.show();
    return true;
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const subscription of this.#subscriptions) subscription.dispose();
    for (const terminal of this.#all.keys()) terminal.dispose();
    this.#all.clear();
  }

  #of(callId: string): vscode.Terminal | undefined {
    return [...this.#all].find(([, { callIds }]) => callIds.has(callId))?.[0];
  }

  #note(terminal: vscode.Terminal, now: Partial<Use>): void {
    const use = this.#all.get(terminal);
    if (use) Object.assign(use, now);
  }
}

/** The terminals of a session, as a person asks for them. */
export interface CallTerminals {
  /** Whether the terminal in which a call ran, or runs, is still there. */
  has(callId: string): boolean;
  /** Shows that terminal; false where it is gone. */
  show(callId: string): boolean;
}

/** What the terminals of a session are called. */
export function terminalName(sessionTitle: string): string {
  return sessionTitle === '' ? 'Countersign' : `Countersign: ${sessionTitle}`;
}

export interface SessionTerminalsPorts {
  /** What a terminal that is made now is called. */
  readonly name: () => string;
  /** Whether a call has a terminal may have changed. */
  readonly onDidChange: () => void;
  /** How long a new one may take until it tells of its commands. */
  readonly integrationMs: number;
  /** Left out: the person's own shell. */
  readonly shell?: Pick<vscode.TerminalOptions, 'shellPath' | 'shellArgs' | 'env'> | undefined;
}

export interface TakenTerminal {
  readonly terminal: vscode.Terminal;
  readonly integration: vscode.TerminalShellIntegration;
}

interface Use {
  isTaken: boolean;
  isRunning: boolean;
  isShown: boolean;
  /** The calls that ran in it. */
  callIds: Set<string>;
}

function integrationOf(
  terminal: vscode.Terminal,
  ms: number,
  signal: CancelSignal,
): Promise<vscode.TerminalShellIntegration | undefined> {
  return new Promise((resolve) => {
    const end = (integration: vscode.TerminalShellIntegration | undefined): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      for (const subscription of subscriptions) subscription.dispose();
      resolve(integration);
    };
    const giveUp = (): void => end(undefined);
    const timer = setTimeout(giveUp, ms);
    const subscriptions = [
      vscode.window.onDidChangeTerminalShellIntegration((event) => {
        if (event.terminal === terminal) end(event.shellIntegration);
      }),
      vscode.window.onDidCloseTerminal((closed) => {
        if (closed === terminal) giveUp();
      }),
    ];
    signal.addEventListener('abort', giveUp);
  });
}
