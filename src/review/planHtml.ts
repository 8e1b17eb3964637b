import type { Element, ElementContent, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { splitHiddenCharacters } from '../core/hiddenCharacters';

/** Writes a sanitised tree as HTML; characters that nobody would see become marks that say which they are (J11, J13). */
export function planHtml(tree: Root): string {
  return toHtml(withMarks(tree));
}

function withMarks(tree: Root): Root {
  return { type: 'root', children: tree.children.flatMap((child) => (child.type === 'doctype' ? [] : marked(child))) };
}

function marked(node: ElementContent): ElementContent[] {
  switch (node.type) {
    case 'text':
      return splitHiddenCharacters(node.value).map((piece): ElementContent => {
        switch (piece.kind) {
          case 'text':
            return { type: 'text', value: piece.text };
          case 'hidden':
            return hiddenMark(piece.label);
        }
      });
    case 'element':
      return [{ ...node, children: node.children.flatMap(marked) }];
    // Neither passes the sanitiser.
    case 'comment':
    case 'raw':
      return [];
  }
}

function hiddenMark(label: string): Element {
  return {
    type: 'element',
    tagName: 'span',
    properties: { className: ['hidden-character'] },
    children: [{ type: 'text', value: label }],
  };
}
