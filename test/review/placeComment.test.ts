import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PlaceAnchor } from '../../src/core/planComment';
import { anchorAt } from '../../src/review/anchorAt';
import { parsePlan } from '../../src/review/parsePlan';
import { commentPlacer, leastConfidence, type PlacedComment } from '../../src/review/placeComment';
import { renderedText } from '../../src/review/renderedText';
import { markdownText } from './markdownText';

const hash = 'b'.repeat(64);

describe('comments on the next version (promise 1)', () => {
  for (const [what, before, quote, after, state, text] of [
    [
      'finds a place that nothing happened to',
      'One.\n\nTwo words.\n',
      'words',
      'One.\n\nTwo words.\n',
      'untouched',
      'words',
    ],
    [
      'finds it below what was added',
      'One.\n\nTwo words.\n',
      'words',
      'New.\n\nOne.\n\nTwo words.\n',
      'untouched',
      'words',
    ],
    [
      'calls it untouched where only its surroundings were rewritten',
      'Check the quantity before the order is sent.\n',
      'quantity before',
      'Check the quantity before the big order is sent to us.\n',
      'untouched',
      'quantity before',
    ],
    [
      'calls it addressed where its words were rewritten, and points at what they became',
      'Check the quantity before the order is sent.\n',
      'quantity before the order',
      'Check the quantity long before the order is sent.\n',
      'addressed',
      'quantity long before the order',
    ],
    [
      'points at the block where no word is left',
      'Use the old library for dates and times here.\n',
      'old library',
      'Use the platform for dates and times here.\n',
      'addressed',
      'Use the platform for dates and times here.',
    ],
    [
      'says that it moved where the same words stand elsewhere',
      '# A\n\nFirst step of the plan.\n\n# B\n\nOther.\n',
      'First step of the plan.',
      '# A\n\n# B\n\nOther.\n\nFirst step of the plan.\n',
      'moved',
      'First step of the plan.',
    ],
    ['says that it is gone', '# A\n\nSomething.\n\nEnd.\n', 'Something.', '# A\n\nEnd.\n', 'gone', '# A'],
    [
      'keeps to the same one of five equal lines (I09)',
      'x\n\ntext\n\ntext\n\ntext\n\ntext\n\ntext\n\ny\n',
      'text',
      'x\n\nnew\n\ntext\n\ntext\n\ntext\n\ntext\n\ntext\n\ny\n',
      'untouched',
      'text',
    ],
    [
      'finds it where only line ends differ',
      'a\n\nb c\nd\n',
      'b c\nd',
      'a\r\n\r\nb c\r\nd\r\n',
      'untouched',
      'b c\r\nd',
    ],
  ] as const) {
    it(`promise 1 ${what}`, () => {
      const placed = placeOf(before, quote, after);
      assert.deepEqual([placed.state, textAt(after, placed)], [state, text]);
    });
  }

  it('promise 1 points at none of two places that are equally likely', () => {
    // Its block is gone, and two others have the word with nothing of its surroundings.
    const placed = placeOf('Drop the tables now.\n\nOther.\n', 'tables', 'a tables b\n\nOther.\n\nc tables d\n');
    assert.equal(placed.state, 'gone');
  });

  it('promise 1 points into the third of five equal lines where the third was meant', () => {
    const before = parsePlan('text\n\ntext\n\ntext\n\ntext\n\ntext\n');
    const after = parsePlan('new\n\ntext\n\ntext\n\ntext\n\ntext\n\ntext\n');
    const anchor = anchorAt(before, hash, { blockId: 'b2', start: 0, end: 4 });
    assert.ok(anchor);
    const placed = commentPlacer(before, after)(anchor);
    assert.ok(placed.state === 'untouched');
    assert.equal(placed.range.start, after.blocks[3]?.start);
  });

  it('promise 1 leaves every comment where it is in a plan that did not change', () => {
    fc.assert(
      fc.property(markdownText, fc.nat(), fc.nat(), (text, a, b) => {
        const anchor = someAnchor(text, a, b);
        if (anchor === undefined) return;
        const placed = commentPlacer(parsePlan(text), parsePlan(text))(anchor);
        assert.deepEqual(
          [placed.state, 'range' in placed && placed.range],
          ['untouched', { start: anchor.start, end: anchor.end }],
        );
      }),
    );
  });

  it('promise 1 gives every comment one state, the same each time, and points at nothing below the least confidence', () => {
    fc.assert(
      fc.property(markdownText, markdownText, fc.nat(), fc.nat(), (before, after, a, b) => {
        const anchor = someAnchor(before, a, b);
        if (anchor === undefined) return;
        const [from, to] = [parsePlan(before), parsePlan(after)];
        const placed = commentPlacer(from, to)(anchor);
        assert.deepEqual(commentPlacer(from, to)(anchor), placed);
        if (placed.state === 'gone') return;
        assert.ok(placed.confidence >= leastConfidence);
        assert.ok(placed.range.start < placed.range.end && placed.range.end <= after.length);
        if (placed.state !== 'addressed') {
          assert.equal(lf(after.slice(placed.range.start, placed.range.end)), lf(anchor.quote));
        }
      }),
    );
  });

  it('promise 1 finds every comment again below a block that was added above', () => {
    fc.assert(
      fc.property(markdownText, fc.nat(), fc.nat(), (text, a, b) => {
        const before = `# Plan\n\n${text}`;
        const anchor = someAnchor(before, a, b);
        if (anchor === undefined) return;
        const after = `A block that is new.\n\n${before}`;
        const placed = commentPlacer(parsePlan(before), parsePlan(after))(anchor);
        assert.ok(placed.state === 'untouched' || placed.state === 'moved');
      }),
    );
  });
});

function placeOf(before: string, quote: string, after: string): PlacedComment {
  const plan = parsePlan(before);
  const block = plan.blocks.find(
    (each) => renderedText(plan, each).text.includes(quote) || before.slice(each.start, each.end).includes(quote),
  );
  assert.ok(block);
  const at = Math.max(0, renderedText(plan, block).text.indexOf(quote));
  const anchor = anchorAt(plan, hash, { blockId: block.id, start: at, end: at + quote.length });
  assert.ok(anchor);
  return commentPlacer(plan, parsePlan(after))(anchor);
}

function textAt(after: string, placed: PlacedComment): string | undefined {
  const range = placed.state === 'gone' ? placed.near : placed.range;
  return range && after.slice(range.start, range.end);
}

function someAnchor(text: string, a: number, b: number): PlaceAnchor | undefined {
  const plan = parsePlan(text);
  const block = plan.blocks[a % Math.max(1, plan.blocks.length)];
  if (block === undefined) return undefined;
  const start = b % Math.max(1, renderedText(plan, block).text.length);
  return anchorAt(plan, hash, { blockId: block.id, start, end: start + 1 + (a % 9) });
}

function lf(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
