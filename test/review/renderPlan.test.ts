import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parsePlan } from '../../src/review/parsePlan';
import { renderMarkdown } from '../../src/review/renderPlan';
import { titleOf } from '../../src/review/titleOf';
import { assertHarmless } from './assertHarmless';
import { hostileStrings } from './hostileStrings';
import { markdownText } from './markdownText';
import { elementsOf, textOfTree, treeOfHtml } from './treeOfHtml';

const shown = (markdown: string): string => textOfTree(treeOfHtml(renderMarkdown(markdown)));

describe('rendered plan', () => {
  for (const hostile of hostileStrings) {
    it(`J01 J02 J03 J05 keeps harmless: ${JSON.stringify(hostile)}`, () => {
      assertHarmless(renderMarkdown(hostile));
    });
  }

  it('J01 is read by a browser as it was written and holds only harmless elements, whatever the plan says', () => {
    fc.assert(fc.property(markdownText, (text) => assertHarmless(renderMarkdown(text))));
  });

  for (const [name, markdown] of [
    ['HTML comments', 'a <!-- say nothing --> b\n\n<!-- block -->'],
    ['details', '<details><summary>s</summary>\nbody\n</details>'],
    ['inline tags with styles', 'x <span style="font-size:0">tiny</span> y'],
    ['code fence information', '```ts title="x" {1,2}\ncode\n```'],
    ['link titles', '[a](https://a.example "read me")'],
    ['reference definitions', '[unused]: https://a.example/secret "order"'],
    ['image addresses', '![](https://a.example/pixel.png "t")'],
    ['targets of empty links', '[](https://a.example/secret)'],
    ['footnotes', '[^unused]: text of the note'],
    ['cells beyond the header', '| a |\n|---|\n| b | secret |'],
    ['refused links', '[go](javascript:alert)'],
  ] as const) {
    it(`J11 shows ${name}`, () => {
      const text = shown(markdown);
      for (const word of markdown.match(/[\p{L}\p{N}]+/gu) ?? []) assert.ok(text.includes(word), `${word} in ${text}`);
    });
  }

  it('J11 marks what nobody would see', () => {
    for (const [character, label] of [
      ['\u200B', 'U+200B'],
      ['\u202E', 'U+202E'],
      ['\u2066', 'U+2066'],
      ['\u00AD', 'U+00AD'],
      ['\uFEFF', 'U+FEFF'],
      ['\u0007', 'U+0007'],
      ['\u{E0041}', 'U+E0041'],
      ['\u2028', 'U+2028'],
      ['\u3164', 'U+3164'],
      ['&#x202E;', 'U+202E'],
    ] as const) {
      assert.ok(shown(`ab${character}cd`).includes(label), label);
    }
  });

  it('J11 shows a byte-order mark at the very start', () => {
    assert.ok(shown('\uFEFF# Plan').startsWith('U+FEFF'));
  });

  it('J13 leaves emoji sequences and joined scripts as they are', () => {
    for (const text of ['👩‍💻', '❤️', '👍🏽', 'می‌خواهم', 'क्‍ष', '1️⃣']) assert.equal(shown(text), text);
  });

  it('J07 renders LF, CRLF and lone CR the same', () => {
    const plan =
      '# T\n\ntext\nmore\n\n- a\n- b\n\n```ts\nx\ny\n```\n\n<b>\nraw\n</b>\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nend  \nhard';
    const html = renderMarkdown(plan);
    assert.equal(renderMarkdown(plan.replaceAll('\n', '\r\n')), html);
    assert.equal(renderMarkdown(plan.replaceAll('\n', '\r')), html);
  });

  it('J03 gives web and mail links to the host, never to the browser', () => {
    const [link] = elementsOf(treeOfHtml(renderMarkdown('[docs](https://a.example/x?y#z)'))).filter(
      ({ tag }) => tag === 'a',
    );
    assert.deepEqual(link?.attributes, {
      'data-href': 'https://a.example/x?y#z',
      role: 'link',
      tabindex: '0',
      title: 'https://a.example/x?y#z',
    });
  });

  it('J10 keeps every column of a wide table', () => {
    const cells = Array.from({ length: 40 }, (_, index) => `c${index}\\|x`);
    const html = renderMarkdown(`| ${cells.join(' | ')} |\n|${'---|'.repeat(40)}\n| ${cells.join(' | ')} |`);
    assert.equal(elementsOf(treeOfHtml(html)).filter(({ tag }) => tag === 'td').length, 40);
  });

  it('D14 renders 5,000 lines whole', () => {
    const lines = Array.from({ length: 2500 }, (_, index) => `Step ${index}: change \`file${index}.ts\``);
    const html = renderMarkdown(lines.join('\n\n'));
    for (const index of [0, 1249, 2499]) assert.ok(html.includes(`file${index}.ts`));
  });

  for (const [name, text] of [
    ['megabytes', 'a line of text\n'.repeat(350_000)],
    ['one paragraph of emphasis marks', '*a_ '.repeat(100_000)],
    ['quotes in quotes', '>'.repeat(50_000)],
    ['lists in lists', Array.from({ length: 800 }, (_, index) => `${' '.repeat(index * 2)}- x`).join('\n')],
    ['headings without blank lines', 'a\n=\n'.repeat(10_000)],
  ] as const) {
    it(`D14 shows ${name} as plain text, whole, and does not hang`, () => {
      assert.equal(shown(text).replace(/\s/g, '').length, text.replace(/\s/g, '').length);
    }).timeout(10_000);
  }
});

describe('blocks of a plan', () => {
  it('J11 cover everything but blank space, in order', () => {
    fc.assert(
      fc.property(markdownText, (text) => {
        let at = 0;
        let between = '';
        for (const { start, end } of parsePlan(text).blocks) {
          assert.ok(start >= at && end > start);
          between += text.slice(at, start);
          at = end;
        }
        assert.equal((between + text.slice(at)).trim(), '');
      }),
    );
  });

  it('J11 have the lines of the source', () => {
    const { blocks } = parsePlan('# A\r\n\r\nb\rc\n\n- d\n- e\n');
    assert.deepEqual(
      blocks.map(({ startLine, endLine }) => [startLine, endLine]),
      [
        [1, 1],
        [3, 4],
        [6, 7],
      ],
    );
  });

  it('J11 have ids of their own', () => {
    const { blocks } = parsePlan('\uFEFFa\n\nb\n\nc');
    assert.equal(new Set(blocks.map(({ id }) => id)).size, 4);
  });
});

describe('title of a plan', () => {
  for (const [text, title] of [
    ['intro\n\n## The *real* `title` [x](y)\n\n# later', 'The real title x'],
    ['\n\n  first line  \nsecond', 'first line'],
    ['# a\u202Eb', 'ab'],
    ['', ''],
    ['\uFEFF# T', 'T'],
  ] as const) {
    it(`I21 of ${JSON.stringify(text)} is ${JSON.stringify(title)}`, () =>
      assert.equal(titleOf(parsePlan(text)), title));
  }
});
