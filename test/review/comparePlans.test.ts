import assert from 'node:assert/strict';
import fc from 'fast-check';
import { comparePlans } from '../../src/review/comparePlans';
import { parsePlan } from '../../src/review/parsePlan';
import { planLines } from '../../src/review/planLines';
import { renderPlan } from '../../src/review/renderPlan';
import { assertHarmless } from './assertHarmless';
import { markdownText } from './markdownText';
import { textOfTree, treeOfHtml, type HtmlTree } from './treeOfHtml';

const compare = (before: string | undefined, after: string) =>
  comparePlans(before === undefined ? undefined : parsePlan(before), parsePlan(after));
const blocksOf = (before: string, after: string): string[] =>
  compare(before, after).blocks.map(({ kind, html }) => `${kind} ${html}`);

/** A word in two versions of one text, so that pairs are neither equal nor unrelated. */
const twoVersions = fc
  .tuple(fc.array(markdownText, { maxLength: 6 }), fc.array(markdownText, { maxLength: 6 }), markdownText)
  .map(([head, tail, middle]) => ({
    before: [...head, ...tail].join('\n\n'),
    after: [...head, middle, ...tail].join('\n\n'),
  }));

describe('changes between two versions (issue 2, point 5)', () => {
  it('2.5 lines: applying them to the first gives the second, and taking them back gives the first', () => {
    fc.assert(
      fc.property(twoVersions, ({ before, after }) => {
        const { lines } = compare(before, after);
        assert.deepEqual(
          lines.filter(({ kind }) => kind !== 'removed').map(({ text }) => text),
          planLines(after),
        );
        assert.deepEqual(
          lines.filter(({ kind }) => kind !== 'added').map(({ text }) => text),
          planLines(before),
        );
        assert.deepEqual(
          lines.flatMap((line) => line.after ?? []),
          planLines(after).map((_, index) => index + 1),
        );
        assert.deepEqual(
          lines.flatMap((line) => line.before ?? []),
          planLines(before).map((_, index) => index + 1),
        );
      }),
    );
  });

  it('2.5 blocks: without what is marked as removed, they are the new plan', () => {
    fc.assert(
      fc.property(twoVersions, ({ before, after }) => {
        const kept = compare(before, after).blocks.filter(({ kind }) => kind !== 'removed');
        const rendered = renderPlan(parsePlan(after));
        assert.deepEqual(
          kept.map(({ html }) => squeezed(without('del', treeOfHtml(html)))),
          rendered.map(({ html }) => squeezed(treeOfHtml(html))),
        );
      }),
    );
  });

  it('J01 word marks leave HTML that a browser reads as it was written', () => {
    fc.assert(
      fc.property(twoVersions, ({ before, after }) => {
        for (const { html } of compare(before, after).blocks) assertHarmless(html);
      }),
    );
  });

  it('2.5 marks the words that changed inside a block', () => {
    assert.deepEqual(blocksOf('# T\n\nCheck the **old** orders first.', '# T\n\nCheck the **new** orders first.'), [
      'same <h1>T</h1>',
      'changed <p>Check the <strong><del>old</del><ins>new</ins></strong> orders first.</p>',
    ]);
  });

  it('2.5 marks a step that was ticked', () => {
    const [list] = blocksOf('- [ ] write the test', '- [x] write the test');
    assert.ok(list?.includes('<del>☐</del><ins>☑</ins>'), list);
  });

  it('2.5 shows a target that changed under the same words', () => {
    const [line] = blocksOf('See [the docs](https://a.example/one).', 'See [the docs](https://a.example/two).');
    assert.ok(line?.includes('<del>one</del><ins>two</ins>'), line);
  });

  it('2.5 tells a rewritten block from a new one', () => {
    const { counts } = compare(
      '# T\n\nOne two three four.\n\nGone for good.',
      '# T\n\nOne two three five.\n\n- something else entirely',
    );
    assert.deepEqual(counts, { added: 1, removed: 1, changed: 1, moved: 0 });
  });

  it('2.5 calls everything new in a first version', () => {
    const { counts, blocks, lines } = compare(undefined, '# T\n\na\n');
    assert.deepEqual(counts, { added: 2, removed: 0, changed: 0, moved: 0 });
    assert.deepEqual([...new Set([...blocks, ...lines].map(({ kind }) => kind))], ['added']);
  });

  it('4.3 shows a block that stands elsewhere as one move, where it stands now', () => {
    const { counts, blocks } = compare('# A\n\nFirst.\n\n# B\n\nOther.\n', '# A\n\n# B\n\nOther.\n\nFirst.\n');
    assert.deepEqual(counts, { added: 0, removed: 0, changed: 0, moved: 1 });
    assert.deepEqual(
      blocks.map(({ kind }) => kind),
      ['same', 'same', 'same', 'moved'],
    );
  });

  it('2.5 finds nothing in the same text', () => {
    fc.assert(
      fc.property(markdownText, (text) => {
        const { counts, lines } = compare(text, text);
        assert.deepEqual(
          [counts, lines.filter(({ kind }) => kind !== 'same')],
          [{ added: 0, removed: 0, changed: 0, moved: 0 }, []],
        );
      }),
    );
  });

  for (const [name, before, after] of [
    ['LF and CRLF', '# T\n\na\n', '# T\r\n\r\na\r\n'],
    ['LF and CR', 'a\nb\n', 'a\rb\r'],
    ['a last line end', 'a\nb', 'a\nb\n'],
  ] as const) {
    it(`J14 says that only line endings differ: ${name}`, () =>
      assert.equal(compare(before, after).isLineEndingsOnly, true));
  }

  it('J14 does not say so of equal texts, of other changes, or of a first version', () => {
    assert.deepEqual(
      [compare('a\n', 'a\n'), compare('a\n', 'b\r\n'), compare(undefined, 'a')].map((c) => c.isLineEndingsOnly),
      [false, false, false],
    );
  });

  it('D14 compares two unrelated plans of 5,000 lines by a coarse way instead of hanging', () => {
    const plan = (seed: number): string =>
      Array.from({ length: 5000 }, (_, index) => `${index * 7919 * seed} x${seed}`).join('\n\n');
    const { lines } = compare(plan(1), plan(2));
    assert.deepEqual(lines.filter(({ kind }) => kind !== 'removed').length, planLines(plan(2)).length);
  }).timeout(20_000);
});

function without(tag: string, trees: readonly HtmlTree[]): readonly HtmlTree[] {
  return trees.flatMap((tree): HtmlTree[] => {
    if (typeof tree === 'string') return [tree];
    return tree.tag === tag ? [] : [{ ...tree, children: without(tag, tree.children) }];
  });
}

/** The text of a tree with the marks of words and hidden characters gone, and white space made equal. */
function squeezed(trees: readonly HtmlTree[]): string {
  return textOfTree(trees).replace(/\s+/g, ' ').trim();
}
