import assert from 'node:assert/strict';
import { elementsOf, tagsOfHtml, tagsOfTree, treeOfHtml } from './treeOfHtml';

const tags = new Set([
  'a',
  'blockquote',
  'br',
  'code',
  'del',
  'div',
  'em',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'ins',
  'li',
  'ol',
  'p',
  'pre',
  's',
  'span',
  'strong',
  'sup',
  'table',
  'tbody',
  'td',
  'th',
  'thead',
  'tr',
  'ul',
]);
const attributeNames = new Set(['align', 'class', 'data-href', 'data-path', 'role', 'start', 'tabindex', 'title']);

/** J01, J03, J05: HTML that a browser reads as it was written, and that can run, load and open nothing. */
export function assertHarmless(html: string): void {
  const tree = treeOfHtml(html);
  assert.deepEqual(tagsOfTree(tree), tagsOfHtml(html));
  for (const { tag, attributes } of elementsOf(tree)) {
    assert.ok(tags.has(tag), `<${tag}>`);
    for (const [name, value] of Object.entries(attributes)) {
      assert.ok(attributeNames.has(name), `${tag} ${name}`);
      if (name === 'data-href') assert.match(value, /^(?:https?:\/\/[^/?#@\\\s]+|mailto:[^@\s]+@)/i);
      if (name === 'data-path') assert.doesNotMatch(value, /^[/\\]|\/\/|\\|(?:^|\/)\.\.(?:\/|$)|^[a-z]+:/i);
    }
  }
}
