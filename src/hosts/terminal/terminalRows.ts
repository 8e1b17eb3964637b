import { splitHiddenCharacters } from '../../core/hiddenCharacters';

/** One row of a terminal: what is written there, and which part of the text that is (UTF-16 offsets). */
export interface TerminalRow {
  /** Holds no control but those of `mark`. */
  readonly shown: string;
  /** Counted from 1. */
  readonly line: number;
  /** Whether it continues the line of the row above. */
  readonly isContinued: boolean;
  readonly from: number;
  /** The line's ending belongs to its last row. */
  readonly to: number;
}

/**
 * J11, J13: a text as rows that fit into so many columns, with nothing left out and nothing that a terminal would obey.
 * Rows break after a space where there is one. What a reader would not see is written as a mark in reverse video, which
 * no text can imitate.
 */
export function terminalRows(text: string, columns: number): readonly TerminalRow[] {
  const rows: TerminalRow[] = [];
  let from = 0;
  let line = 0;
  for (const match of text.matchAll(eachLine)) {
    const [whole, content = ''] = match;
    // The end of the text after a last line ending is no line.
    if (whole === '' && from > 0) break;
    line += 1;
    for (const [index, row] of wrapped(cellsOf(content), columns).entries()) {
      const to = from + row.reduce((length, cell) => length + cell.length, 0);
      rows.push({ shown: row.map(({ shown }) => shown).join(''), line, isContinued: index > 0, from, to });
      from = to;
    }
    const last = rows.pop();
    from += whole.length - content.length;
    if (last) rows.push({ ...last, to: from });
  }
  return rows;
}

/** One row of somebody's text for a place that has no more: what is too long is cut with three dots. */
export function terminalRow(text: string, columns: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const [first, ...more] = terminalRows(line, columns);
  if (!first || more.length === 0) return first?.shown ?? '';
  const [short] = terminalRows(line, Math.max(1, columns - dots.length));
  return `${short?.shown ?? ''}${dots}`;
}

const dots = '...';
const eachLine = /([^\r\n]*)(?:\r\n|\r|\n|$)/g;

/** What is written at one place and not torn apart. `width` is never less than what a terminal takes for it. */
interface Cell {
  readonly shown: string;
  readonly width: number;
  /** Of the text, in UTF-16 units. */
  readonly length: number;
}

function cellsOf(line: string): readonly Cell[] {
  if (plainAscii.test(line)) return Array.from(line, (character) => ({ shown: character, width: 1, length: 1 }));
  const cells: Cell[] = [];
  let column = 0;
  for (const piece of splitHiddenCharacters(line)) {
    const more = piece.kind === 'hidden' ? [mark(piece.label, piece.codePoint)] : clusters(piece.text, column);
    for (const cell of more) {
      cells.push(cell);
      column += cell.width;
    }
  }
  return cells;
}

const plainAscii = /^[ -~]*$/;

/** Reverse video is on for the mark alone. */
function mark(label: string, codePoint: number): Cell {
  return { shown: `\u001b[7m${label}\u001b[27m`, width: label.length, length: codePoint > 0xffff ? 2 : 1 };
}

function clusters(text: string, startColumn: number): readonly Cell[] {
  let column = startColumn;
  return Array.from(segmenter.segment(text), ({ segment }) => {
    const cell = segment === '\t' ? tab(column) : { shown: segment, width: widthOf(segment), length: segment.length };
    column += cell.width;
    return cell;
  });
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function tab(column: number): Cell {
  const width = tabWidth - (column % tabWidth);
  return { shown: ' '.repeat(width), width, length: 1 };
}

const tabWidth = 4;

/** Terminals do not agree on widths, so this is the most that one takes: a row that is too short hides nothing. */
function widthOf(cluster: string): number {
  return Array.from(cluster).reduce((width, character) => width + (character < firstWide ? 1 : 2), 0);
}

const firstWide = '\u1100';

function wrapped(cells: readonly Cell[], columns: number): readonly (readonly Cell[])[] {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let width = 0;
  for (const cell of cells.flatMap((each) => (each.width > columns ? torn(each) : [each]))) {
    if (width + cell.width > columns && row.length > 0) {
      const after = row.findLastIndex(({ shown }) => shown === ' ') + 1;
      const next = after > 0 && after < row.length ? row.splice(after) : [];
      rows.push(row);
      row = next;
      width = row.reduce((sum, each) => sum + each.width, 0);
    }
    row.push(cell);
    width += cell.width;
  }
  return [...rows, row];
}

/** A cluster that no row can hold is torn at its characters; a mark never is, because no screen is that narrow. */
function torn(cell: Cell): readonly Cell[] {
  if (cell.shown.startsWith('\u001b')) return [cell];
  return Array.from(cell.shown, (shown) => ({ shown, width: widthOf(shown), length: shown.length }));
}
