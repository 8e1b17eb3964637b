import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

/** A tree of HTML as plain data, for comparing and for searching. */
export type HtmlTree =
  | string
  | {
      readonly tag: string;
      readonly attributes: Readonly<Record<string, string>>;
      readonly children: readonly HtmlTree[];
    };

/** What a browser would make of this HTML inside a `div`. */
export function treeOfHtml(html: string): readonly HtmlTree[] {
  return childrenOf(parseFragment(html));
}

/** All elements of a tree, outer ones first. */
export function elementsOf(trees: readonly HtmlTree[]): readonly Exclude<HtmlTree, string>[] {
  return trees.flatMap((tree) => (typeof tree === 'string' ? [] : [tree, ...elementsOf(tree.children)]));
}

/** All text of a tree. */
export function textOfTree(trees: readonly HtmlTree[]): string {
  return trees.map((tree) => (typeof tree === 'string' ? tree : textOfTree(tree.children))).join('');
}

/** The tags of a tree in the order of writing, ends included. */
export function tagsOfTree(trees: readonly HtmlTree[]): readonly string[] {
  return trees.flatMap((tree) => {
    if (typeof tree === 'string') return [];
    const end = tree.tag === 'br' || tree.tag === 'hr' ? [] : [`/${tree.tag}`];
    return [tree.tag, ...tagsOfTree(tree.children), ...end];
  });
}

/** The tags as they are written in HTML that escapes every `<` of its text and attributes. */
export function tagsOfHtml(html: string): readonly string[] {
  return [...html.matchAll(/<(\/?[^\s>]*)/g)].map((match) => match[1] ?? '');
}

function childrenOf(parent: DefaultTreeAdapterTypes.ParentNode): readonly HtmlTree[] {
  return parent.childNodes.map((node): HtmlTree => {
    if ('value' in node) return node.value;
    if (!('tagName' in node)) return `<!${node.nodeName}>`;
    return {
      tag: node.tagName,
      attributes: Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
      children: childrenOf(node),
    };
  });
}
