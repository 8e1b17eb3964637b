import type { DialogChoice, DialogWords } from './dialogWords';
import type { TerminalSize } from './terminal';
import { terminalRow, terminalRows, type TerminalRow } from './terminalRows';

/** A plan as rows between which a person moves. */
export interface PlanRows {
  readonly rows: readonly TerminalRow[];
  readonly length: number;
  /** How many lines it has. */
  readonly lines: number;
}

/** The plan for a terminal of so many columns, beside the numbers of its lines. */
export function planRows(text: string, columns: number): PlanRows {
  const lines = (text.match(/\r\n|\r|\n/g)?.length ?? 0) + (/[\r\n]$/.test(text) ? 0 : 1);
  const width = Math.max(1, columns - String(lines).length - gutter.length);
  return { rows: terminalRows(text, width), length: text.length, lines };
}

/** Where a person is in the dialog. */
export type DialogPlace =
  | { readonly state: 'reading' }
  | { readonly state: 'confirming'; readonly choice: DialogChoice }
  | { readonly state: 'writing'; readonly note: string };

export interface DialogFacts {
  /** For the columns of `size`. */
  readonly plan: PlanRows;
  readonly size: TerminalSize;
  readonly title: string;
  readonly choices: readonly DialogChoice[];
  readonly words: DialogWords;
  readonly place: DialogPlace;
  readonly message: string | undefined;
  /** What of the text is at the top (UTF-16 offset), so that it stays there when the terminal changes its size. */
  readonly topAt: number;
  /** By how many rows to move on from there; negative: back. Never beyond an end. */
  readonly move: number;
  /** Up to where the text has been on the screen without a gap. */
  readonly shownTo: number;
}

export interface DialogScreen {
  /** From the top; none is wider than the terminal, and there are no more than it has. */
  readonly rows: readonly string[];
  readonly topAt: number;
  /** Up to where the text has been shown, this screen included. */
  readonly shownTo: number;
  /** How many rows of the plan it has room for. */
  readonly pageRows: number;
}

/**
 * What the dialog shows. Each row of the plan begins with the number of its line, or with blanks where it goes on, so that no
 * plan can look like the rows around it. A terminal that is too small for that shows nothing of the plan.
 */
export function dialogScreen(facts: DialogFacts): DialogScreen {
  const { plan, topAt, shownTo } = facts;
  const { columns, rows } = facts.size;
  // The rows below are as many on every page, so that none of the plan is covered without having been seen.
  const pageRows = rows - rowsBelow(facts, shownTo, plan.lines).length - 1;
  if (columns < minColumns || pageRows < minPageRows) {
    return { rows: wrapped(facts.words.tooSmall, columns).slice(0, rows), topAt, shownTo, pageRows: 1 };
  }
  const first = plan.rows.findLastIndex(({ from }) => from <= topAt) + facts.move;
  const top = Math.max(0, Math.min(first, plan.rows.length - pageRows));
  const page = plan.rows.slice(top, top + pageRows);
  const shown = page.map((row) => `${lineName(row, plan.lines)}${gutter}${row.shown}`);
  const nowShownTo = page.reduce((to, row) => (row.from <= to ? Math.max(to, row.to) : to), shownTo);
  return {
    rows: [
      `${bold}${terminalRow(facts.title, columns)}${notBold}`,
      ...shown,
      ...Array.from({ length: pageRows - shown.length }, () => ''),
      ...rowsBelow(facts, nowShownTo, page.at(-1)?.line ?? plan.lines),
    ],
    topAt: page[0]?.from ?? 0,
    shownTo: nowShownTo,
    pageRows,
  };
}

const gutter = ' | ';
const minColumns = 30;
const minPageRows = 2;
const bold = '\u001b[1m';
const notBold = '\u001b[22m';

/** @param line the last one of the plan that is on the screen */
function rowsBelow(facts: DialogFacts, shownTo: number, line: number): readonly string[] {
  const { plan, words, message, size } = facts;
  const progress = terminalRow(words.progress(line, plan.lines), size.columns - 6);
  const said = message === undefined ? [] : wrapped(message, size.columns);
  return [`-- ${progress} --`, ...said, ...rowsOfPlace(facts, shownTo >= plan.length)];
}

function rowsOfPlace({ size, choices, words, place }: DialogFacts, isAllShown: boolean): readonly string[] {
  const { columns } = size;
  switch (place.state) {
    case 'reading': {
      const approvals = choices.flatMap(({ label }, index) => wrapped(`${index + 1} ${label}`, columns));
      const before = wrapped(words.howToRead, columns);
      const filled = isAllShown ? approvals : before;
      const blank = Math.max(approvals.length, before.length) - filled.length;
      const others = `${choices.length + 1} ${words.requestChanges}   Esc ${words.dismiss}`;
      return [...filled, ...Array.from({ length: blank }, () => ''), ...wrapped(others, columns)];
    }
    case 'confirming':
      return [`${place.choice.label}: ${place.choice.detail}`, words.confirm].flatMap((row) => wrapped(row, columns));
    case 'writing': {
      const note = place.note.split('\n').flatMap((part) => wrapped(part, columns - noteMark.length));
      // What was written last is what is looked at.
      return [...wrapped(words.writeNote, columns), ...note.slice(-maxNoteRows).map((row) => `${noteMark}${row}`)];
    }
  }
}

const noteMark = '> ';
const maxNoteRows = 3;

function wrapped(text: string, columns: number): readonly string[] {
  return terminalRows(text, Math.max(1, columns)).map(({ shown }) => shown);
}

function lineName({ line, isContinued }: TerminalRow, lines: number): string {
  const digits = String(lines).length;
  return (isContinued ? '' : String(line)).padStart(digits);
}
