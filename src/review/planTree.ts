import type { Element, ElementContent, Properties, Root, RootContent } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import type {
  Code,
  Definition,
  Delete,
  FootnoteDefinition,
  FootnoteReference,
  Html,
  Image,
  ImageReference,
  Link,
  LinkReference,
  Nodes,
  Parents,
  RootContent as MarkdownContent,
  Table,
} from 'mdast';
import { defaultHandlers, toHast, type Handlers, type State } from 'mdast-util-to-hast';
import { linkTarget } from './linkTarget';
import { withLf } from './planLines';
import { planSchema } from './planSchema';
import type { ParsedPlan, PlanBlock } from './parsePlan';

/**
 * The HTML tree of one block, already sanitised. Nothing of the source is left out: raw HTML, comments, definitions,
 * addresses of links and images and everything else that Markdown hides is there as text (J11). Line ends are LF (J07).
 */
export function planTree(plan: ParsedPlan, block: PlanBlock): Root {
  const known = trees.get(block);
  if (known !== undefined) return known;
  const clean = sanitize({ type: 'root', children: contentOf(plan, block) }, planSchema);
  const tree: Root =
    clean.type === 'root' ? clean : { type: 'root', children: clean.type === 'doctype' ? [] : [clean] };
  settle(tree);
  trees.set(block, tree);
  return tree;
}

const trees = new WeakMap<PlanBlock, Root>();

// Browsers and our own recursion both give up somewhere; no plan that a person can read nests this deep.
const deepest = 60;

function contentOf(plan: ParsedPlan, block: PlanBlock): RootContent[] {
  const { content } = block;
  if (content.kind === 'text') return [element('pre', { className: ['plain'] }, [text(content.text)])];
  if (isDeeperThan(content.node, deepest)) {
    return [element('pre', { className: ['plain'] }, [text(plan.text.slice(block.start, block.end))])];
  }
  const tree = toHast(content.node, {
    handlers: handlersFor(plan, block.start - (content.node.position?.start.offset ?? 0)),
  });
  if (tree.type === 'root') return tree.children;
  return tree.type === 'doctype' ? [] : [tree];
}

function isDeeperThan(node: MarkdownContent, limit: number): boolean {
  const open: { node: MarkdownContent; depth: number }[] = [{ node, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.depth > limit) return true;
    if ('children' in next.node)
      for (const child of next.node.children) open.push({ node: child, depth: next.depth + 1 });
  }
  return false;
}

/** @param shift from the parser's offsets to those of the plan: a byte-order mark is not parsed */
function handlersFor({ definitions, text: source }: ParsedPlan, shift: number): Handlers {
  return {
    code: (_state: State, node: Code) => {
      const info = [node.lang, node.meta]
        .filter((part) => part !== null && part !== undefined && part !== '')
        .join(' ');
      const body = element('pre', {}, [
        element('code', {}, [{ ...text(node.value), ...insideOf(node, source, shift) }]),
      ]);
      return element(
        'div',
        { className: ['code'] },
        info === '' ? [body] : [element('div', { className: ['code-info'] }, [text(info)]), body],
      );
    },
    definition: (_state: State, node: Definition) =>
      element('p', { className: ['definition'] }, [
        text(`[${node.label ?? node.identifier}]: ${node.url}${quoted(node.title)}`),
      ]),
    // `del` is the word mark of the comparison.
    delete: (state: State, node: Delete) => element('s', {}, state.all(node)),
    footnoteDefinition: (state: State, node: FootnoteDefinition) =>
      element('div', { className: ['footnote'] }, [
        element('span', { className: ['footnote-label'] }, [text(`[^${node.label ?? node.identifier}]:`)]),
        ...state.all(node),
      ]),
    footnoteReference: (_state: State, node: FootnoteReference) =>
      element('sup', { className: ['footnote-label'] }, [text(`[^${node.label ?? node.identifier}]`)]),
    html: (_state: State, node: Html, parent: Parents | undefined) => {
      const isInline = parent !== undefined && phrasingParents.has(parent.type);
      const code = element('code', { className: ['raw-html'] }, [text(node.value)]);
      return isInline ? code : element('pre', { className: ['raw-html'] }, [code]);
    },
    image: (_state: State, node: Image) => imageAsText(node.alt, node.url, node.title),
    imageReference: (_state: State, node: ImageReference) => {
      const definition = definitions.get(node.identifier);
      return imageAsText(node.alt, definition?.url ?? '', definition?.title);
    },
    link: (state: State, node: Link) => linkAsText(state.all(node), node.url, node.title),
    linkReference: (state: State, node: LinkReference) => {
      const definition = definitions.get(node.identifier);
      return definition === undefined ? state.all(node) : linkAsText(state.all(node), definition.url, definition.title);
    },
    table: (state: State, node: Table) => {
      // Cells beyond the header's would be left out; what is in the source must be seen.
      const columns = Math.max(0, ...node.children.map((row) => row.children.length));
      const align = Array.from({ length: columns }, (_, index) => node.align?.[index] ?? null);
      return element('div', { className: ['table'] }, [defaultHandlers.table(state, { ...node, align })]);
    },
  };
}

/** Where the content of a code block stands: below its fence, if it has one. For comments, which point into the source. */
function insideOf(node: Code, source: string, shift: number): { position?: Code['position'] } {
  const { position } = node;
  const from = position?.start.offset;
  if (position === undefined || from === undefined) return {};
  const isFenced = /^(?:`{3}|~{3})/.test(source.slice(from + shift, from + shift + 3));
  const firstLine = isFenced
    ? (/[^\r\n]*(?:\r\n|\n|\r)?/.exec(source.slice(from + shift, position.end.offset))?.[0].length ?? 0)
    : 0;
  return { position: { ...position, start: { ...position.start, offset: from + firstLine } } };
}

const phrasingParents: ReadonlySet<Nodes['type']> = new Set<Nodes['type']>([
  'paragraph',
  'heading',
  'tableCell',
  'emphasis',
  'strong',
  'delete',
  'link',
  'linkReference',
]);

function imageAsText(alt: string | null | undefined, url: string, title: string | null | undefined): Element {
  return element('span', { className: ['image'] }, [text(`![${alt ?? ''}](${url}${quoted(title)})`)]);
}

function linkAsText(children: ElementContent[], url: string, title: string | null | undefined): ElementContent[] {
  const target = linkTarget(url);
  const shown = textOf(children);
  const inside = shown.trim() === '' ? [...children, text(url)] : children;
  const isSaid = shown.trim() === '' || shown === url || `http://${shown}` === url || `mailto:${shown}` === url;
  const said = `${isSaid ? '' : ` (${url})`}${quoted(title)}`;
  const rest = said === '' ? [] : [element('span', { className: ['target'] }, [text(said)])];
  switch (target.kind) {
    case 'web':
      return [element('a', { dataHref: target.href, role: 'link', tabIndex: 0, title: target.href }, inside), ...rest];
    case 'path':
      return [element('span', { className: ['path'], dataPath: target.path }, inside), ...rest];
    case 'refused':
      return [...inside, ...rest];
  }
}

function quoted(title: string | null | undefined): string {
  return title === null || title === undefined ? '' : ` "${title}"`;
}

/** Task boxes become text, so that the comparison sees them; line ends become LF. */
function settle(parent: Root | Element): void {
  for (const [index, child] of parent.children.entries()) {
    if (child.type === 'text') {
      child.value = withLf(child.value);
    } else if (child.type === 'element') {
      if (child.tagName === 'input') {
        const isDone = child.properties.checked === true;
        parent.children[index] = element('span', { className: ['task'] }, [text(isDone ? '☑' : '☐')]);
      } else {
        settle(child);
      }
    }
  }
}

function textOf(children: readonly ElementContent[]): string {
  return children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textOf(child.children) : ''))
    .join('');
}

function element(tagName: string, properties: Properties, children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children };
}

function text(value: string): { type: 'text'; value: string } {
  return { type: 'text', value };
}
