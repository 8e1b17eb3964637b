import type { Root, RootContent } from 'hast';
import { splitHiddenCharacters } from '../core/hiddenCharacters';
import type { ParsedPlan, PlanBlock } from './parsePlan';
import { planTree } from './planTree';

/**
 * The text of a block as the page shows it, and where each of its UTF-16 units stands in the plan's text. `text` is what a
 * browser calls the `textContent` of the block's HTML.
 */
export interface RenderedText {
  readonly text: string;
  /** Offset into the plan of the source of unit `at`; for what stands for no source, of the source that comes next. */
  readonly starts: readonly number[];
  /** The same, exclusive: where the source of that unit ends. */
  readonly ends: readonly number[];
}

/** Maps what a person sees and selects back to the Markdown that it was made of. */
export function renderedText(plan: ParsedPlan, block: PlanBlock): RenderedText {
  const writer = new Writer(plan.text, block.start, block.end);
  // A byte-order mark is not in what the parser counts.
  const parsedFrom = block.content.kind === 'markdown' ? block.content.node.position?.start.offset : undefined;
  const shift = parsedFrom === undefined ? 0 : block.start - parsedFrom;
  const visit = (node: Root | RootContent): void => {
    if (node.type === 'text') {
      const { position } = node;
      const from = position?.start.offset;
      const to = position?.end.offset;
      writer.write(
        node.value,
        from === undefined ? undefined : from + shift,
        to === undefined ? undefined : to + shift,
      );
    } else if (node.type === 'root' || node.type === 'element') {
      node.children.forEach(visit);
    }
  };
  visit(planTree(plan, block));
  return writer;
}

/**
 * Follows the source while the text is written. Rendered text is the source in its order, with marks, escapes and
 * indentation left out, so each character stands for the next one like it.
 */
class Writer implements RenderedText {
  text = '';
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  #at: number;

  constructor(
    private readonly source: string,
    from: number,
    private readonly limit: number,
  ) {
    this.#at = from;
  }

  /** Text that the parser placed stands for `from` to `to`; what we wrote ourselves is looked for. */
  write(value: string, from?: number, to = this.limit): void {
    const at = from ?? this.#at;
    const whole = value.trim() === '' ? -1 : this.source.indexOf(value, at);
    const isWhole = whole !== -1 && whole + value.length <= to;
    if (from === undefined && !isWhole) {
      this.#writeCoarsely(value);
      return;
    }
    this.#at = isWhole ? whole : at;
    for (const piece of splitHiddenCharacters(value)) {
      switch (piece.kind) {
        case 'text':
          this.text += piece.text;
          for (const [start, end] of placesOf(piece.text, this.source, this.#at, to)) this.#put(start, end);
          break;
        case 'hidden': {
          const [place = [this.#at, this.#at], last = place] = [
            ...placesOf(String.fromCodePoint(piece.codePoint), this.source, this.#at, to),
          ];
          this.text += piece.label;
          this.#putAll(piece.label.length, place[0], last[1]);
          break;
        }
      }
      this.#at = this.ends.at(-1) ?? this.#at;
    }
  }

  /** The address of a link, a tick, the space between items: all of it stands for one place, or for none. */
  #writeCoarsely(value: string): void {
    const core = value.replace(/^\s*\(|\)\s*$/g, '').trim();
    const found = core === '' ? -1 : this.source.indexOf(core, this.#at);
    const isFound = found !== -1 && found + core.length <= this.limit;
    const [start, end] = isFound ? [found, found + core.length] : [this.#at, this.#at];
    const shown = splitHiddenCharacters(value)
      .map((piece) => (piece.kind === 'text' ? piece.text : piece.label))
      .join('');
    this.text += shown;
    this.#putAll(shown.length, start, end);
    this.#at = end;
  }

  /** So many units that all stand for one place. */
  #putAll(units: number, start: number, end: number): void {
    for (let unit = 0; unit < units; unit += 1) this.#put(start, end);
  }

  #put(start: number, end: number): void {
    this.starts.push(start);
    this.ends.push(end);
  }
}

function* placesOf(text: string, source: string, from: number, to: number): Generator<readonly [number, number]> {
  let at = from;
  for (let unit = 0; unit < text.length; unit += 1) {
    const wanted = text.charAt(unit);
    const found = wanted === '\n' ? lineEndFrom(source, at, to) : source.indexOf(wanted, at);
    if (found === -1 || found >= to) {
      yield [at, at];
      continue;
    }
    at = found + (source.startsWith('\r\n', found) ? 2 : 1);
    yield [found, at];
  }
}

function lineEndFrom(source: string, from: number, to: number): number {
  for (let at = from; at < to; at += 1) if (source.charAt(at) === '\n' || source.charAt(at) === '\r') return at;
  return -1;
}
