import * as vscode from 'vscode';
import type { CancelSignal } from '../core/cancelSignal';

/**
 * The terminals of one session: hidden until a person asks for one, and used again while they stand idle in the folder that
 * a command wants. A command that runs beside another one has a terminal of its own.
 */
export class SessionTerminals implements vscode.Disposable {
  readonly #ports: SessionTerminalsPorts;
  readonly #all = new Map<vscode.Terminal, Use>();
  readonly #subscriptions: readonly vscode.Disposable[];
  #isDisposed = false;

  constructor(ports: SessionTerminalsPorts) {
    this.#ports = ports;
    this.#subscriptions = [
      vscode.window.onDidCloseTerminal((terminal) => this.#all.delete(terminal)),
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
   */
  async take(cwd: string, signal: CancelSignal): Promise<TakenTerminal | undefined> {
    if (this.#isDisposed || signal.aborted) return undefined;
    for (const [terminal, use] of this.#all) {
      const integration = terminal.shellIntegration;
      const isThere = integration?.cwd === undefined || integration.cwd.fsPath === cwd;
      if (!integration || use.isTaken || use.isRunning || !isThere || terminal.exitStatus) continue;
      use.isTaken = true;
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
    this.#all.set(terminal, { isTaken: true, isRunning: false, isShown: false });
    const integration = await integrationOf(terminal, this.#ports.integrationMs, signal);
    if (integration) return { terminal, integration };
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

  /** A person asks for it. */
  show(terminal: vscode.Terminal): void {
    this.#note(terminal, { isShown: true });
    terminal.show();
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const subscription of this.#subscriptions) subscription.dispose();
    for (const terminal of this.#all.keys()) terminal.dispose();
    this.#all.clear();
  }

  #note(terminal: vscode.Terminal, now: Partial<Use>): void {
    const use = this.#all.get(terminal);
    if (use) Object.assign(use, now);
  }
}

/** What the terminals of a session are called. */
export function terminalName(sessionTitle: string): string {
  return sessionTitle === '' ? 'Countersign' : `Countersign: ${sessionTitle}`;
}

export interface SessionTerminalsPorts {
  /** What a terminal that is made now is called. */
  readonly name: () => string;
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
