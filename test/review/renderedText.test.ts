import assert from 'node:assert/strict';
import fc from 'fast-check';
import { anchorAt, renderedRange } from '../../src/review/anchorAt';
import { parsePlan, type ParsedPlan, type PlanBlock } from '../../src/review/parsePlan';
import { planHtml } from '../../src/review/planHtml';
import { planTree } from '../../src/review/planTree';
import { renderedText } from '../../src/review/renderedText';
import { markdownText } from './markdownText';
import { textOfTree, treeOfHtml } from './treeOfHtml';

const hash = 'a'.repeat(64);

describe('rendered text and its source (issue 4, points 1 and 4)', () => {
  it('is what a browser calls the text of the block, each unit with a place inside the block', () => {
    fc.assert(
      fc.property(markdownText, (text) => {
        const plan = parsePlan(text);
        for (const block of plan.blocks) {
          const rendered = renderedText(plan, block);
          assert.equal(rendered.text, textOfTree(treeOfHtml(planHtml(planTree(plan, block)))));
          assert.equal(rendered.starts.length, rendered.text.length);
          for (const [unit, start] of rendered.starts.entries()) {
            const end = rendered.ends[unit] ?? Number.NaN;
            assert.ok(block.start <= start && start <= end && end <= block.end, `${start}–${end} in ${block.id}`);
          }
        }
      }),
    );
  });

  for (const [what, text, selected, source] of [
    ['a word between marks', 'Stop **negative** orders.\n', 'negative', 'negative'],
    ['words over marks', 'Stop **negative** orders.\n', 'negative orders', 'negative** orders'],
    ['an entity', 'Terms &amp; conditions\n', '& con', '&amp; con'],
    ['a cell of a table', '| a | b |\n|---|---|\n| one | two |\n', 'two', 'two'],
    ['an item of a list', '- one\n- two words\n', 'two words', 'two words'],
    ['an item that says what stands before it', '- one\n- one\n', 'one\none', 'one\n- one'],
    ['a line of code', '```ts\nconst ts = 1;\nlet ts = 2;\n```\n', 'let ts = 2;', 'let ts = 2;'],
    ['code whose first word is that of its fence', '```ts\nts\n```\n', 'ts', 'ts'],
    ['code in an item', '- x\n\n  ```\n  a\n  b\n  ```\n', 'b', 'b'],
    ['a quotation over two lines', '> first\n> second\n', 'first\nsecond', 'first\n> second'],
    ['text after a byte-order mark', '\uFEFFA plan\n', 'plan', 'plan'],
    ['text with CRLF', 'one\r\ntwo\r\n', 'one\ntwo', 'one\r\ntwo'],
    ['a character that is shown by its name', 'a\u200Bb\n', 'U+200B', '\u200B'],
  ] as const) {
    it(`finds the Markdown of ${what}`, () => {
      const plan = parsePlan(text);
      const { block, at } = shownIn(plan, selected);
      const anchor = anchorAt(plan, hash, { blockId: block.id, start: at, end: at + selected.length });
      assert.equal(anchor?.quote, source);
    });
  }

  it('points into the second of two equal words where the second was selected', () => {
    const plan = parsePlan('- same\n- same\n');
    const [block] = plan.blocks;
    assert.ok(block);
    const at = renderedText(plan, block).text.lastIndexOf('same');
    const anchor = anchorAt(plan, hash, { blockId: block.id, start: at, end: at + 4 });
    assert.deepEqual([anchor?.start, anchor?.startLine], [9, 2]);
  });

  it('is about the whole block where nothing of it is selected, and about none that is not there', () => {
    const plan = parsePlan('# A\n\nText\n');
    assert.equal(anchorAt(plan, hash, { blockId: 'b1', start: 0, end: 0 })?.quote, 'Text');
    assert.equal(anchorAt(plan, hash, { blockId: 'b9', start: 0, end: 0 }), undefined);
  });

  it('knows the headings above, and keeps 32 units of the text around', () => {
    const around = 'x'.repeat(40);
    const plan = parsePlan(`# A\n\n## B\n\n## C\n\n${around}quote${around}\n`);
    const anchor = anchorAt(plan, hash, { blockId: 'b3', start: 40, end: 45 });
    assert.deepEqual(anchor?.section, ['A', 'C']);
    assert.deepEqual([anchor.prefix, anchor.quote, anchor.suffix], ['x'.repeat(32), 'quote', 'x'.repeat(32)]);
  });

  it('comes back to what was selected: to source and back to the page', () => {
    fc.assert(
      fc.property(markdownText, fc.nat(), fc.nat(), (text, a, b) => {
        const plan = parsePlan(text);
        const block = plan.blocks[a % Math.max(1, plan.blocks.length)];
        if (block === undefined) return;
        const { text: shown } = renderedText(plan, block);
        const start = a % Math.max(1, shown.length);
        const anchor = anchorAt(plan, hash, { blockId: block.id, start, end: start + 1 + (b % 20) });
        assert.ok(anchor);
        const back = renderedRange(plan, anchor);
        assert.equal(back?.blockId, block.id);
        const again = anchorAt(plan, hash, back);
        assert.ok(again && again.start <= anchor.end && again.end >= anchor.start);
      }),
    );
  });
});

function shownIn(plan: ParsedPlan, selected: string): { block: PlanBlock; at: number } {
  for (const block of plan.blocks) {
    const at = renderedText(plan, block).text.lastIndexOf(selected);
    if (at !== -1) return { block, at };
  }
  throw new Error(`No block shows ${selected}.`);
}
