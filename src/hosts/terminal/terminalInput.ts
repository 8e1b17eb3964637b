import { splitHiddenCharacters } from '../../core/hiddenCharacters';

/** What a person did in a terminal. Only what came alone is a key; everything else is text, and steers nothing. */
export type TerminalInput =
  | { readonly kind: 'key'; readonly key: TerminalKey }
  | { readonly kind: 'character'; readonly character: string }
  /** Pasted, or several keys at once; lines end with `\n`, and nothing that is hidden is left but tabs. */
  | { readonly kind: 'text'; readonly text: string }
  /** A key that means nothing here. */
  | { readonly kind: 'other' };

export type TerminalKey =
  'enter' | 'escape' | 'interrupt' | 'up' | 'down' | 'page-up' | 'page-down' | 'home' | 'end' | 'backspace' | 'clear';

/** Tells pasted text from typed keys, over chunks. */
export class TerminalInputReader {
  #isPasting = false;

  read(chunk: string): TerminalInput {
    const wasPasting = this.#isPasting;
    const [start, end] = [chunk.lastIndexOf(pasteStarts), chunk.lastIndexOf(pasteEnds)];
    if (start !== -1 || end !== -1) this.#isPasting = start > end;
    if (wasPasting || start !== -1 || end !== -1) {
      return { kind: 'text', text: plain(chunk.replaceAll(pasteStarts, '').replaceAll(pasteEnds, '')) };
    }
    const key = keys.get(chunk);
    if (key !== undefined) return { kind: 'key', key };
    if (chunk.startsWith('\u001b')) return { kind: 'other' };
    const text = plain(chunk);
    if (text === '') return { kind: 'other' };
    const isOne = text === chunk && Array.from(chunk).length === 1;
    return isOne ? { kind: 'character', character: chunk } : { kind: 'text', text };
  }
}

/** Asks a terminal to put marks around what is pasted. */
export const markPastes = '\u001b[?2004h';
export const doNotMarkPastes = '\u001b[?2004l';

const pasteStarts = '\u001b[200~';
const pasteEnds = '\u001b[201~';

const keys: ReadonlyMap<string, TerminalKey> = new Map<string, TerminalKey>([
  ['\r', 'enter'],
  ['\n', 'enter'],
  ['\u001b', 'escape'],
  ['\u0003', 'interrupt'],
  ['\u001b[A', 'up'],
  ['\u001bOA', 'up'],
  ['\u001b[B', 'down'],
  ['\u001bOB', 'down'],
  ['\u001b[5~', 'page-up'],
  ['\u001b[6~', 'page-down'],
  ['\u001b[H', 'home'],
  ['\u001bOH', 'home'],
  ['\u001b[F', 'end'],
  ['\u001bOF', 'end'],
  ['\u007f', 'backspace'],
  ['\b', 'backspace'],
  ['\u0015', 'clear'],
]);

function plain(text: string): string {
  return splitHiddenCharacters(text.replace(/\r\n?/g, '\n'))
    .map((piece) => (piece.kind === 'text' ? piece.text : ''))
    .join('');
}
