import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { PlaceAnchor, PlanComment } from '../../src/core/planComment';
import { feedbackMessage } from '../../src/review/feedbackMessage';

const place: PlaceAnchor = {
  on: 'place',
  planHash: 'c'.repeat(64),
  start: 40,
  end: 52,
  startLine: 5,
  endLine: 6,
  quote: 'first line\nsecond line',
  prefix: '',
  suffix: '',
  section: ['Plan', 'Steps'],
};
const comment: PlanComment = { id: 'c1', kind: 'must', text: 'Add a test.', anchor: place };

describe('feedback to the agent (issue 4, point 4)', () => {
  it('quotes what each comment is about, with its headings and lines, then says the note', () => {
    assert.equal(
      feedbackMessage([comment], 'And be brief.'),
      '## 1. Must do (Plan › Steps › lines 5–6)\n\n> first line\n> second line\n\nAdd a test.\n\n## General note\n\nAnd be brief.',
    );
  });

  it('is the note as it was written where there is no comment, and empty where there is neither', () => {
    assert.equal(feedbackMessage([], '  Shorter, please.\n'), '  Shorter, please.\n');
    assert.equal(feedbackMessage([], ' \n'), '');
  });

  it('goes in the order of the plan, with what is about the whole first', () => {
    const later = { ...comment, id: 'c2', anchor: { ...place, start: 90 } };
    const whole: PlanComment = { id: 'c3', kind: 'question', text: 'Why?', anchor: { on: 'plan' } };
    const titles = feedbackMessage([later, comment, whole], '').match(/^## .*/gm);
    assert.deepEqual(titles, [
      '## 1. Question (the whole plan)',
      '## 2. Must do (Plan › Steps › lines 5–6)',
      '## 3. Must do (Plan › Steps › lines 5–6)',
    ]);
  });

  it('puts a suggestion where nothing in it can close its fence', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('`', '```', '````\n', 'a', '\n', '~~~', '- ')).map((parts) => parts.join('')),
        (suggestion) => {
          const { children } = fromMarkdown(feedbackMessage([{ ...comment, suggestion }], ''));
          const code = children.filter(({ type }) => type === 'code');
          assert.deepEqual(
            code.map((node) => 'value' in node && node.value),
            [suggestion],
          );
        },
      ),
    );
  });

  it('says how much of a long excerpt it leaves out', () => {
    const quote = Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n');
    assert.match(feedbackMessage([{ ...comment, anchor: { ...place, quote } }], ''), /> line 11\n> … \(8 more lines\)/);
  });
});
