import { CappedOutput } from '../engine/cappedOutput';
import { TerminalText } from '../engine/terminalText';

/** What one line printed in a terminal, as plain text, from its start on. */
export class TerminalOutput {
  readonly #onOutput: (text: string) => void;
  readonly #afterStart: (raw: string) => string | undefined;
  readonly #endMark: string;
  readonly #isRunning: () => Promise<boolean>;
  readonly #text = new TerminalText();
  readonly #capped = new CappedOutput();
  readonly #readers: Promise<void>[] = [];
  /** What came before the line began; undefined since then. */
  #before: string | undefined = '';
  /** The end of what has come. */
  #tail = '';
  #onFirst: () => void = () => undefined;
  #onEndMark: () => void = () => undefined;
  #left = maxCharacters;
  #isCut = false;
  #isEndMissing = false;
  #isInterrupted = false;
  #isStopped = false;

  /**
   * @param afterStart what stands in a text after the line's first sign; undefined where it has none
   * @param endMark what comes after all that a line printed which came to its end by itself
   * @param isRunning whether the line runs at this moment
   */
  constructor(
    onOutput: (text: string) => void,
    afterStart: (raw: string) => string | undefined,
    endMark: string,
    isRunning: () => Promise<boolean>,
  ) {
    this.#onOutput = onOutput;
    this.#afterStart = afterStart;
    this.#endMark = endMark;
    this.#isRunning = isRunning;
  }

  /** Whether all that the line printed was read, as far as can be told. */
  get isWhole(): boolean {
    return !this.#isEndMissing && !this.#isInterrupted;
  }

  follow(pieces: AsyncIterable<string>): void {
    this.#readers.push(this.#read(pieces));
    this.#onFirst();
  }

  /** Waits until all has come, within reason. Adds nothing afterwards. */
  async settled(how: 'to-its-end' | 'stopped'): Promise<void> {
    const timers: NodeJS.Timeout[] = [];
    const tooLate = new Promise<'too-late'>((resolve) => {
      const within = (waitMs: number): unknown => timers.push(setTimeout(() => resolve('too-late'), waitMs));
      within(how === 'stopped' ? stoppedMs : outputMs);
      this.#onEndMark = () => within(promptMs);
      if (this.#hasEndMark) this.#onEndMark();
    });
    const said = await Promise.race([this.#all(), tooLate]);
    this.#onEndMark = () => undefined;
    for (const timer of timers) clearTimeout(timer);
    this.#isEndMissing = how === 'stopped' ? said === 'too-late' : !this.#hasEndMark;
    this.#isStopped = how === 'stopped';
    // Without a first sign nothing tells its output from what stood before.
    if (this.#before !== undefined) this.#take(this.#before);
    this.#print(this.#text.end());
    this.#left = 0;
  }

  /** @param note what the reader of it should know besides; empty where there is nothing */
  text(note: string): string {
    const notes = [this.#isInterrupted ? interrupted : this.#isEndMissing && !this.#isStopped ? endMissing : '', note];
    return [this.#capped.text(this.#isCut), ...notes.filter((each) => each !== '')].join('\n');
  }

  get #hasEndMark(): boolean {
    return this.#tail.includes(this.#endMark);
  }

  /** Resolves when all that is followed has ended; never while nothing is, because it may still be told of. */
  async #all(): Promise<void> {
    if (this.#readers.length === 0) await new Promise<void>((resolve) => (this.#onFirst = resolve));
    await Promise.all(this.#readers);
  }

  async #read(pieces: AsyncIterable<string>): Promise<void> {
    for await (const piece of pieces) {
      this.#tail = (this.#tail + piece).slice(-maxTail);
      if (this.#hasEndMark) this.#onEndMark();
      if (this.#before === undefined) {
        this.#take(piece);
        continue;
      }
      const raw = this.#before + piece;
      const after = this.#afterStart(raw);
      this.#before = after === undefined ? raw.slice(-maxBefore) : undefined;
      if (after !== undefined) this.#take(after);
    }
    // The terminal believes that it has ended: a text that was printed can make it believe so.
    if (await this.#isRunning()) this.#isInterrupted = true;
  }

  #take(raw: string): void {
    const kept = raw.slice(0, this.#left);
    this.#isCut ||= this.#left > 0 && kept.length < raw.length;
    this.#left -= kept.length;
    this.#print(this.#text.add(kept));
  }

  #print(text: string): void {
    if (text === '') return;
    this.#capped.add(text);
    this.#onOutput(text);
  }
}

/** How much is looked at; what comes after it is dropped. */
const maxCharacters = 16 * 1024 * 1024;
/** The sign of the end, and what the shell draws after it. */
const maxTail = 1_024;
/** How long the last output may take: a window that opens its panel for the first time is slow. */
const outputMs = 5_000;
/** The same after it was stopped: nothing waits for that. */
const stoppedMs = 1_500;
/** How long the shell may take after the sign of the end until it has its prompt. */
const promptMs = 1_000;
/** The typed line as a shell draws it, and the first sign. */
const maxBefore = 64 * 1024;

const interrupted =
  '[The terminal lost this output before its end: something in it was a control sequence by which a shell says that a command has ended.]';
const endMissing = '[The end of this output may be missing: the terminal did not say where it is.]';
