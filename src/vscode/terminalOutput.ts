import { CappedOutput } from '../engine/cappedOutput';
import { TerminalText } from '../engine/terminalText';

/** What one line printed in a terminal, as plain text, from its start on. */
export class TerminalOutput {
  readonly #onOutput: (text: string) => void;
  readonly #afterStart: (raw: string) => string | undefined;
  readonly #isRunning: () => Promise<boolean>;
  readonly #text = new TerminalText();
  readonly #capped = new CappedOutput();
  readonly #readers: Promise<void>[] = [];
  /** What came before the line began; undefined since then. */
  #before: string | undefined = '';
  #left = maxCharacters;
  #isCut = false;
  #isEndMissing = false;
  #isInterrupted = false;

  /**
   * @param afterStart what stands in a text after the line's first sign; undefined where it has none
   * @param isRunning whether the line runs at this moment
   */
  constructor(
    onOutput: (text: string) => void,
    afterStart: (raw: string) => string | undefined,
    isRunning: () => Promise<boolean>,
  ) {
    this.#onOutput = onOutput;
    this.#afterStart = afterStart;
    this.#isRunning = isRunning;
  }

  /** Whether all that the line printed was read, as far as can be told. */
  get isWhole(): boolean {
    return !this.#isEndMissing && !this.#isInterrupted;
  }

  follow(pieces: AsyncIterable<string>): void {
    this.#readers.push(this.#read(pieces));
  }

  /** Waits until all has come, and no longer than this. Adds nothing afterwards. */
  async settled(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<'too-late'>((resolve) => (timer = setTimeout(() => resolve('too-late'), ms)));
    const said = await Promise.race([Promise.all(this.#readers), tooLate]);
    clearTimeout(timer);
    this.#isEndMissing = said === 'too-late' || this.#readers.length === 0;
    // Without a first sign nothing tells its output from what stood before.
    if (this.#before !== undefined) this.#take(this.#before);
    this.#print(this.#text.end());
    this.#left = 0;
  }

  /** @param note what the reader of it should know besides; empty where there is nothing */
  text(note: string): string {
    const notes = [this.#isInterrupted ? interrupted : this.#isEndMissing ? endMissing : '', note];
    return [this.#capped.text(this.#isCut), ...notes.filter((each) => each !== '')].join('\n');
  }

  async #read(pieces: AsyncIterable<string>): Promise<void> {
    for await (const piece of pieces) {
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
/** The typed line as a shell draws it, and the first sign. */
const maxBefore = 64 * 1024;

const interrupted =
  '[The terminal lost this output before its end: something in it was a control sequence by which a shell says that a command has ended.]';
const endMissing = '[The end of this output may be missing: the terminal did not say where it is.]';
