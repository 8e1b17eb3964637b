/**
 * What a terminal was given to show, as plain text: without escape sequences, with one kind of line end. Takes it in pieces,
 * wherever they were cut, and holds back no more than a sequence that has begun.
 *
 * A line that is written over (a progress bar) becomes several lines: nothing that was shown is lost.
 */
export class TerminalText {
  #begun = '';
  #returns = '';

  /** The text of one more piece; empty where it brought none. */
  add(piece: string): string {
    const raw = this.#begun + piece;
    const end = unfinished(raw);
    this.#begun = raw.slice(end);
    const text = this.#returns + raw.slice(0, end).replace(sequence, '').replace(control, '');
    // Whether they end a line alone or together with a line feed is not known before the next letter.
    this.#returns = /\r*$/.exec(text)?.[0] ?? '';
    return withLineFeeds(text.slice(0, text.length - this.#returns.length));
  }

  /** What was held back and is text after all. */
  end(): string {
    const held = this.#returns;
    this.#begun = this.#returns = '';
    return withLineFeeds(held);
  }
}

/**
 * ECMA-48: strings (OSC, DCS, SOS, PM, APC) up to their end, control sequences, and all other escapes. The 8-bit forms are
 * not looked for: in UTF-8 they are letters of nobody, and go with the control characters.
 */
const sequence =
  /\x1b(?:[\]PX^_][^\x07\x1b\x18\x1a]*(?:\x07|\x1b\\|[\x18\x1a])|\[[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]|[\x20-\x2f]*[\x30-\x4f\x51-\x57\x59\x5a\x5c\x60-\x7e])/g;

// Tab, line feed and carriage return stay.
const control = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

function withLineFeeds(text: string): string {
  return text.replace(/\r+\n?/g, '\n');
}

/** Where the last sequence begins that has not come to its end; the length where there is none. */
function unfinished(raw: string): number {
  const escape = beginOfLast(raw);
  if (escape >= 0) {
    // A sequence that has no end after so much is none: it must not hold back an output for ever.
    const isOpen = isBegun.test(raw.slice(escape)) && raw.length - escape < maxSequence;
    if (isOpen) return escape;
  }
  return raw.length;
}

function beginOfLast(raw: string): number {
  const last = raw.lastIndexOf('\x1b');
  // The last escape may be the first half of the end (ST) of a string that began before it.
  const before = last > 0 ? raw.lastIndexOf('\x1b', last - 1) : -1;
  return before >= 0 && isBegun.test(raw.slice(before)) ? before : last;
}

const isBegun = /^\x1b(?:[\]PX^_][^\x07\x1b\x18\x1a]*\x1b?|\[[\x30-\x3f]*[\x20-\x2f]*|[\x20-\x2f]*)$/;

/** In characters; the longest that are used carry a path or a short text. */
const maxSequence = 64 * 1024;
