import type { Element, ElementContent, Root, Text } from 'hast';
import { runsOf } from './runsOf';

/** Cuts text into words, runs of space and single other characters; together they are the text again. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}_]+|\s+|[^\p{L}\p{N}\p{M}_\s]/gu) ?? [];
}

/**
 * The new block with what is new in `<ins>` and what is gone in `<del>`. Only text is wrapped, inside the element that
 * holds it, so the result is as well formed and as harmless as the two trees were.
 */
export function wordMarks(before: Root, after: Root): Root {
  const marked = structuredCopy(after);
  const leaves = leavesOf(marked);
  const runs = runsOf(tokensOf(leavesOf(before)), tokensOf(leaves));
  const writer = new LeafWriter(leaves);
  for (const run of runs) {
    for (const token of run.values) writer.take(run.kind, token);
  }
  writer.end();
  return marked;
}

interface Leaf {
  readonly parent: Root | Element;
  readonly node: Text;
}

// One token between two leaves keeps words of neighbouring cells or items apart.
const boundary = '\u0000';

function tokensOf(leaves: readonly Leaf[]): string[] {
  return leaves.flatMap((leaf, index) => {
    const words = wordsOf(leaf.node.value).map((word) => (/^\s+$/.test(word) ? ' ' : word));
    return index === 0 ? words : [boundary, ...words];
  });
}

/** Writes the tokens of the new side back into its leaves, and those of the old side between them. */
class LeafWriter {
  readonly #leaves: readonly Leaf[];
  #leaf = 0;
  #words: string[];
  #word = 0;
  #out: { kind: 'same' | 'added' | 'removed'; text: string }[] = [];

  constructor(leaves: readonly Leaf[]) {
    this.#leaves = leaves;
    this.#words = this.#wordsOfLeaf();
  }

  take(kind: 'same' | 'added' | 'removed', token: string): void {
    if (kind === 'removed') {
      this.#put('removed', token === boundary ? ' ' : token);
    } else if (token === boundary) {
      this.#finishLeaf();
      this.#leaf += 1;
      this.#words = this.#wordsOfLeaf();
      this.#word = 0;
    } else {
      // The leaf's own spelling of white space, which the token made equal.
      this.#put(kind, this.#words[this.#word] ?? token);
      this.#word += 1;
    }
  }

  end(): void {
    this.#finishLeaf();
  }

  #wordsOfLeaf(): string[] {
    return wordsOf(this.#leaves[this.#leaf]?.node.value ?? '');
  }

  #put(kind: 'same' | 'added' | 'removed', text: string): void {
    const last = this.#out.at(-1);
    if (last?.kind === kind) last.text += text;
    else this.#out.push({ kind, text });
  }

  #finishLeaf(): void {
    const leaf = this.#leaves[this.#leaf];
    const pieces = this.#out.filter((piece) => piece.kind !== 'removed' || piece.text.trim() !== '');
    this.#out = [];
    if (leaf === undefined || pieces.length === 0) return;
    const nodes = pieces.flatMap(({ kind, text }): (Element | Text)[] => {
      if (kind === 'same') return [{ type: 'text', value: text }];
      // A mark ends with its last word; the space after it is nobody's news.
      const end = kind === 'added' && text.trim() !== '' ? text.trimEnd().length : text.length;
      const word: Text = { type: 'text', value: text.slice(0, end) };
      const mark: Element = {
        type: 'element',
        tagName: kind === 'added' ? 'ins' : 'del',
        properties: {},
        children: [word],
      };
      return end === text.length ? [mark] : [mark, { type: 'text', value: text.slice(end) }];
    });
    leaf.parent.children.splice(leaf.parent.children.indexOf(leaf.node), 1, ...nodes);
  }
}

function leavesOf(root: Root): Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (parent: Root | Element): void => {
    for (const node of parent.children) {
      if (node.type === 'element') visit(node);
      else if (node.type === 'text' && !(isLayout(parent) && node.value.trim() === '')) leaves.push({ parent, node });
    }
  };
  visit(root);
  return leaves;
}

// White space between the parts of these is no text; words wrapped there would not be where a browser leaves them.
const layoutTags: ReadonlySet<string> = new Set(['blockquote', 'div', 'ol', 'table', 'tbody', 'thead', 'tr', 'ul']);

function isLayout(parent: Root | Element): boolean {
  return parent.type === 'root' || layoutTags.has(parent.tagName);
}

function structuredCopy(root: Root): Root {
  return { type: 'root', children: root.children.map((child) => (child.type === 'doctype' ? child : copyOf(child))) };
}

function copyOf(node: ElementContent): ElementContent {
  return node.type === 'element' ? { ...node, children: node.children.map(copyOf) } : { ...node };
}
