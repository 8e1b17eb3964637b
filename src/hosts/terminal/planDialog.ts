import type { CancelSignal } from '../../core/cancelSignal';
import { keyOf, type FrozenPlan } from '../../core/frozenPlan';
import type { Decision } from '../../core/review';
import type { ReviewerAnswer } from '../../core/reviewer';
import type { DialogChoice, DialogWords } from './dialogWords';
import { dialogScreen, planRows, type DialogPlace, type PlanRows } from './dialogScreen';
import type { Terminal } from './terminal';
import {
  doNotMarkPastes,
  markPastes,
  TerminalInputReader,
  type TerminalInput,
  type TerminalKey,
} from './terminalInput';

/**
 * W4: the plan review as a dialog in a terminal: the frozen plan, page by page, and the choices in numbered rows.
 *
 * Invariants: an approval is a number and then Enter, each pressed alone and after a pause, once every row of the plan has
 * been on the screen. Whatever comes in another way (pasted, typed ahead, several keys at once) approves nothing. What is
 * written is a request for changes, whatever it says. Escape, Ctrl+C and closing the terminal dismiss. There is no timeout.
 *
 * Rejects when the plan cannot be drawn, which decides nothing.
 */
export function askInTerminal(plan: FrozenPlan, ports: PlanDialogPorts, signal: CancelSignal): Promise<ReviewerAnswer> {
  if (signal.aborted) return Promise.resolve({ kind: 'no-answer', reason: 'aborted' });
  return new Promise((resolve, reject) => {
    const { terminal } = ports;
    const onAbort = (): void => {
      end(() => resolve({ kind: 'no-answer', reason: 'aborted' }));
      dialog.leave();
    };
    const end = (settle: () => void): void => {
      signal.removeEventListener('abort', onAbort);
      for (const subscription of subscriptions) subscription.dispose();
      settle();
    };
    const answer = (decision: Decision): void => {
      end(() => resolve({ kind: 'answer', ...keyOf(plan), decision }));
      dialog.leave();
    };
    const guarded = (act: () => void): void => {
      try {
        act();
      } catch (cause) {
        end(() => reject(cause instanceof Error ? cause : new Error(String(cause))));
      }
    };
    const dialog = new PlanDialog(plan, ports, answer);
    const subscriptions = [
      terminal.onInput((chunk) => guarded(() => dialog.receive(chunk))),
      terminal.onResized(() => guarded(() => dialog.draw())),
      terminal.onClosed(() => end(() => resolve({ kind: 'answer', ...keyOf(plan), decision: { kind: 'dismiss' } }))),
    ];
    signal.addEventListener('abort', onAbort);
    guarded(() => dialog.draw());
  });
}

export interface PlanDialogPorts {
  readonly terminal: Terminal;
  /** Milliseconds, of a clock that never goes back. */
  readonly now: () => number;
  readonly title: string;
  /** What may be approved here, in the order of its numbers. Nine at most. */
  readonly choices: readonly DialogChoice[];
  readonly words: DialogWords;
  /** Why the last answer was not recorded. */
  readonly problem: string | undefined;
}

/** I15: for so many milliseconds nothing may have been pressed before a key that approves. */
export const quietMs = 500;

class PlanDialog {
  readonly #reader = new TerminalInputReader();
  readonly #plan: FrozenPlan;
  readonly #ports: PlanDialogPorts;
  readonly #decide: (decision: Decision) => void;
  #place: DialogPlace = { state: 'reading' };
  #message: string | undefined;
  #rows: { readonly columns: number; readonly plan: PlanRows } | undefined;
  #topAt = 0;
  #move = 0;
  /** Every character before it has been on the screen. */
  #shownTo = 0;
  #quietSince: number;
  #hasScreen = false;
  #pageRows = 1;

  constructor(plan: FrozenPlan, ports: PlanDialogPorts, decide: (decision: Decision) => void) {
    this.#plan = plan;
    this.#ports = ports;
    this.#decide = decide;
    this.#message = ports.problem;
    this.#quietSince = ports.now();
  }

  draw(): void {
    const { terminal, title, choices, words, now } = this.#ports;
    const { size } = terminal;
    if (!size) return;
    const wasAllShown = this.#isAllShown;
    const screen = dialogScreen({
      ...{ size, title, choices, words, place: this.#place, message: this.#message },
      ...{ plan: this.#planRows(size.columns), topAt: this.#topAt, move: this.#move, shownTo: this.#shownTo },
    });
    terminal.write(`${this.#hasScreen ? '' : enter}${clear}${screen.rows.join('\r\n')}`);
    this.#hasScreen = true;
    this.#move = 0;
    this.#topAt = screen.topAt;
    this.#shownTo = screen.shownTo;
    this.#pageRows = screen.pageRows;
    // What is pressed while the choices appear was meant for something else.
    if (this.#isAllShown !== wasAllShown) this.#quietSince = now();
  }

  receive(chunk: string): void {
    const input = this.#reader.read(chunk);
    const { now, terminal } = this.#ports;
    // What nobody could see answers nothing.
    if (!terminal.size) return;
    const isQuiet = now() - this.#quietSince >= quietMs;
    this.#quietSince = now();
    this.#message = undefined;
    const decision = this.#take(input, isQuiet);
    if (decision) this.#decide(decision);
    else this.draw();
  }

  /** Puts back what was on the terminal before. */
  leave(): void {
    if (this.#hasScreen) this.#ports.terminal.write(leave);
  }

  #planRows(columns: number): PlanRows {
    if (this.#rows?.columns !== columns) this.#rows = { columns, plan: planRows(this.#plan.text, columns) };
    return this.#rows.plan;
  }

  get #isAllShown(): boolean {
    return this.#shownTo >= this.#plan.text.length;
  }

  #take(input: TerminalInput, isQuiet: boolean): Decision | undefined {
    if (input.kind === 'key' && input.key === 'interrupt') return { kind: 'dismiss' };
    const place = this.#place;
    switch (place.state) {
      case 'reading':
        return this.#read(input, isQuiet);
      case 'confirming':
        return this.#confirm(place.choice, input, isQuiet);
      case 'writing':
        return this.#write(place.note, input);
    }
  }

  #read(input: TerminalInput, isQuiet: boolean): Decision | undefined {
    switch (input.kind) {
      case 'key':
        if (input.key === 'escape') return { kind: 'dismiss' };
        this.#scroll(input.key);
        return undefined;
      case 'character':
        if (input.character === ' ') this.#scroll('page-down');
        else this.#choose(Number(input.character), isQuiet);
        return undefined;
      case 'text':
        this.#message = this.#ports.words.pasted;
        return undefined;
      case 'other':
        return undefined;
    }
  }

  #choose(number: number, isQuiet: boolean): void {
    const { choices, words } = this.#ports;
    const choice = choices[number - 1];
    if (number === choices.length + 1) this.#place = { state: 'writing', note: '' };
    if (!choice) return;
    if (!this.#isAllShown) this.#message = words.notAllShown;
    else if (!isQuiet) this.#message = words.tooEarly;
    else this.#place = { state: 'confirming', choice };
  }

  #confirm(choice: DialogChoice, input: TerminalInput, isQuiet: boolean): Decision | undefined {
    const isEnter = input.kind === 'key' && input.key === 'enter';
    if (isEnter && isQuiet) return { kind: 'approve', target: choice.target };
    if (isEnter) this.#message = this.#ports.words.tooEarly;
    else this.#place = { state: 'reading' };
    return undefined;
  }

  #write(note: string, input: TerminalInput): Decision | undefined {
    switch (input.kind) {
      case 'character':
        this.#writeOn(note + input.character);
        return undefined;
      case 'text':
        this.#writeOn(note + input.text);
        return undefined;
      case 'key':
        return this.#editNote(note, input.key);
      case 'other':
        return undefined;
    }
  }

  #editNote(note: string, key: TerminalKey): Decision | undefined {
    switch (key) {
      case 'enter':
        if (note.trim() !== '') return { kind: 'request-changes', note: note.trim() };
        this.#message = this.#ports.words.emptyNote;
        return undefined;
      case 'escape':
        this.#place = { state: 'reading' };
        return undefined;
      case 'backspace':
        this.#writeOn(Array.from(note).slice(0, -1).join(''));
        return undefined;
      case 'clear':
        this.#writeOn('');
        return undefined;
      default:
        this.#scroll(key);
        return undefined;
    }
  }

  #writeOn(note: string): void {
    this.#place = { state: 'writing', note };
  }

  #scroll(key: TerminalKey): void {
    this.#move = moveOf(key, this.#pageRows);
  }
}

/** By how many rows a key moves the plan. */
function moveOf(key: TerminalKey, pageRows: number): number {
  switch (key) {
    case 'up':
      return -1;
    case 'down':
      return 1;
    case 'page-up':
      return -pageRows;
    case 'page-down':
      return pageRows;
    case 'home':
      return -Infinity;
    case 'end':
      return Infinity;
    case 'enter':
    case 'escape':
    case 'interrupt':
    case 'backspace':
    case 'clear':
      return 0;
  }
}

/** A screen of its own, so that what was there comes back afterwards. */
const enter = `\u001b[?1049h${markPastes}`;
const leave = `${doNotMarkPastes}\u001b[?1049l`;
const clear = '\u001b[2J\u001b[H';
