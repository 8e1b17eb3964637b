import assert from 'node:assert/strict';
import type { CarriedComment, DraftComment } from '../../src/protocol/reviewMessages';
import { aView, laterPlan, shortPlan } from './aView';
import { ReviewPages, type OpenReview } from './reviewPage';
import { axeProblems, themeKinds, until } from './support/builtPage';

const onBlock: DraftComment = {
  id: 'c1',
  kind: 'change',
  text: 'Say which service.',
  suggestion: null,
  on: { blockId: 'b1', start: 0, end: 6, quote: 'Orders' },
};

describe('comments on the review page (issue 4, point 4)', function () {
  this.timeout(20_000);
  let pages: ReviewPages;
  let open: OpenReview;

  before(async () => (pages = await ReviewPages.start()));
  after(() => pages.stop());
  afterEach(() => assert.deepEqual(open.problems, []));

  async function shown(view = aView(), options: Parameters<ReviewPages['open']>[0] = {}): Promise<OpenReview> {
    open = await pages.open(options);
    await open.send(view);
    await open.arm();
    return open;
  }
  const named = (name: string) => open.page.locator(`[data-name="${name}"]`);
  /** Selects text as a person does, and waits for the page to have noticed. */
  async function select(text: string): Promise<void> {
    await open.page.evaluate(async (wanted) => {
      const walker = document.createTreeWalker(document.querySelector('.panel') ?? document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const at = node.textContent?.indexOf(wanted) ?? -1;
        if (at === -1) continue;
        node.parentElement?.scrollIntoView({ block: 'center' });
        // A person selects what they see: after the page has told that it was scrolled.
        for (let frames = 0; frames < 2; frames += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
        document.getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
      }
    }, text);
    await named('comment').waitFor();
  }
  async function lastDraft(): Promise<readonly DraftComment[] | undefined> {
    await open.page.clock.fastForward(500);
    const drafts = (await open.posted()).flatMap((act) => (act.type === 'draft' ? [act.draft.comments] : []));
    return drafts.at(-1);
  }

  it('comments on what is selected, and keeps it at the first pause', async () => {
    const { page } = await shown();
    await select('negative quantity');
    await named('comment').click();
    await page.keyboard.type('What about zero?');
    const [kept, ...more] = (await lastDraft()) ?? [];
    assert.deepEqual(more, []);
    assert.deepEqual(kept?.on, { blockId: 'b1', start: 14, end: 31, quote: 'negative quantity' });
    assert.equal(kept.text, 'What about zero?');
    assert.equal(await page.evaluate(() => CSS.highlights.get('commented')?.size), 1);
  });

  for (const [where, text, blockId] of [
    ['in code', 'rules.flatMap', 'b5'],
    ['in a table', 'new function', 'b6'],
    ['in a list', 'Write the validation', 'b4'],
  ] as const) {
    it(`comments on a selection ${where}`, async () => {
      const { page } = await shown();
      await select(text);
      await named('comment').click();
      await page.keyboard.type('x');
      const [kept] = (await lastDraft()) ?? [];
      assert.deepEqual([kept?.on?.blockId, kept?.on?.quote], [blockId, text]);
    });
  }

  it('keeps the button beside what is selected when the plan is scrolled, and hides it with that', async () => {
    const { page } = await shown();
    await page.setViewportSize({ width: 700, height: 420 });
    await select('rules.flatMap');
    const gapBelow = (): Promise<number> =>
      page.evaluate(() => {
        const selected = document.getSelection()?.getRangeAt(0).getBoundingClientRect();
        const button = document.querySelector('[data-name="comment"]')?.getBoundingClientRect();
        return Math.round((button?.top ?? NaN) - (selected?.bottom ?? NaN));
      });
    const scrollBy = (top: number) => page.evaluate((by) => document.querySelector('.scroller')?.scrollBy(0, by), top);
    const before = await gapBelow();
    const top = async (): Promise<number> => (await named('comment').boundingBox())?.y ?? NaN;
    const topBefore = await top();
    await scrollBy(-40);
    await until(top, (now) => now === topBefore + 40);
    assert.equal(await gapBelow(), before);
    await scrollBy(-2000);
    await named('comment').waitFor({ state: 'detached' });
  });

  it('comments on a selection in what changed, counted without what is gone', async () => {
    const { page } = await shown(aView({ text: laterPlan, before: shortPlan }));
    await select('stops them');
    await page.keyboard.press('c');
    await page.keyboard.type('x');
    const [kept] = (await lastDraft()) ?? [];
    assert.equal(kept?.on?.quote, 'stops them');
    assert.equal(
      kept.on.start,
      'Orders with a negative or missing quantity reach src/orders.ts today. This plan '.length,
    );
  });

  it('comments by keys alone: on the block that was gone to, and on the whole plan', async () => {
    const { page } = await shown();
    await page.keyboard.press(']');
    await page.keyboard.press(']');
    await page.keyboard.press('c');
    await page.keyboard.type('On the block');
    await page.keyboard.press('Escape');
    await page.locator('#tab-plan').focus();
    await page.keyboard.press('c');
    await page.keyboard.type('On all of it');
    assert.deepEqual(
      ((await lastDraft()) ?? []).map(({ on, text }) => [on?.blockId ?? null, text]),
      [
        ['b1', 'On the block'],
        [null, 'On all of it'],
      ],
    );
  });

  it('comments on the whole plan from what changed, too, where it can be seen', async () => {
    const { page } = await shown(aView({ text: laterPlan, before: shortPlan }));
    await page.keyboard.press('c');
    await page.keyboard.type('On all of it');
    assert.equal(await page.locator('.changes textarea').inputValue(), 'On all of it');
    assert.deepEqual(
      ((await lastDraft()) ?? []).map(({ on, text }) => [on, text]),
      [[null, 'On all of it']],
    );
  });

  it('leaves the drawn blocks alone while a comment is written', async () => {
    const { page } = await shown();
    await page.evaluate(() => {
      let drawn = 0;
      const blocks = new MutationObserver((changes) => (drawn += changes.length));
      for (const block of document.querySelectorAll('[data-block]'))
        blocks.observe(block, { subtree: true, childList: true, attributes: true, characterData: true });
      Reflect.set(window, 'drawnAgain', () => drawn);
    });
    await page.keyboard.press('c');
    await page.keyboard.type('words');
    assert.equal(await page.evaluate('window.drawnAgain()'), 0);
  });

  it('I17 ends the writing with Escape, keeps the text, and takes back what was opened and left empty', async () => {
    const { page } = await shown();
    await page.keyboard.press('c');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.comment').count(), 0);
    await page.keyboard.press('c');
    await page.keyboard.type('kept');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.comment-text').innerText(), 'kept');
  });

  it('deletes a comment and brings it back where it was', async () => {
    const other = { ...onBlock, id: 'c2', text: 'Second.' };
    const { page } = await shown(aView({ draft: { note: '', tab: null, scrollTop: 0, comments: [onBlock, other] } }));
    await named('delete-comment').first().click();
    assert.deepEqual(await page.locator('.comment-text').allInnerTexts(), ['Second.']);
    await named('undo-delete').click();
    assert.deepEqual(await page.locator('.comment-text').allInnerTexts(), ['Say which service.', 'Second.']);
  });

  it('suggests a replacement that starts from the quote', async () => {
    const { page } = await shown(aView({ draft: { note: '', tab: null, scrollTop: 0, comments: [onBlock] } }));
    await named('edit-comment').click();
    await named('suggest').click();
    await page.locator('.suggestion').fill('All orders');
    assert.equal((await lastDraft())?.[0]?.suggestion, 'All orders');
  });

  it('I01 sends comments with the request, without a note, and in one message', async () => {
    await shown(aView({ draft: { note: '', tab: null, scrollTop: 0, comments: [onBlock] } }));
    await named('request-changes').click();
    await open.arm();
    await named('send-note').click();
    const decided = (await open.posted()).flatMap((act) => (act.type === 'decide' ? [act] : []));
    assert.deepEqual(
      decided.map(({ decision, comments }) => [decision, comments]),
      [[{ kind: 'request-changes', note: '' }, [onBlock]]],
    );
  });

  for (const [name, decision, comments] of [
    ['approve-with', { kind: 'approve', target: 'default' }, [onBlock]],
    ['approve-without', { kind: 'approve', target: 'default' }, []],
  ] as const) {
    it(`I03 asks before it approves beside comments, and then does what was said: ${name}`, async () => {
      await shown(aView({ draft: { note: '', tab: null, scrollTop: 0, comments: [onBlock] } }));
      await named('default').click();
      assert.deepEqual(await open.decisions(), []);
      await named(name).click();
      const decided = (await open.posted()).flatMap((act) => (act.type === 'decide' ? [act] : []));
      assert.deepEqual(
        decided.map((act) => [act.decision, act.comments]),
        [[decision, comments]],
      );
    });
  }

  it('shows word for word what the agent will be told', async () => {
    const { page } = await shown(aView({ draft: { note: '', tab: null, scrollTop: 0, comments: [onBlock] } }));
    await named('request-changes').click();
    await page.locator('.preview summary').click();
    await until(
      () => open.posted(),
      (acts) => acts.some((act) => act.type === 'preview' && act.comments.length === 1),
    );
    await open.send({ type: 'preview', text: '## 1. Change\n\nSay which service.' });
    assert.equal(await page.locator('.preview pre').innerText(), '## 1. Change\n\nSay which service.');
  });

  it('promise 1 opens a later version on what became of the comments', async () => {
    const { page } = await shown(aView({ text: laterPlan, before: shortPlan, carried }));
    assert.equal(
      await page.locator('.carried-list h2').innerText(),
      'Your 3 comments on v1: 1 changed, 1 untouched, 1 gone',
    );
    assert.deepEqual(await page.locator('.carried .chip').allInnerTexts(), ['Changed', 'Untouched', 'Gone']);
    await named('show-carried').first().click();
    await page.locator('.prose [data-block="b1"]:focus').waitFor();
  });

  it('promise 1 raises a comment again as one of this version, once', async () => {
    const { page } = await shown(aView({ text: laterPlan, before: shortPlan, carried }));
    await named('raise-again').nth(1).click();
    assert.deepEqual(
      ((await lastDraft()) ?? []).map(({ id, text, on }) => [id, text, on?.blockId]),
      [['again-k2', 'Is this all?', 'b4']],
    );
    assert.equal(await named('raise-again').nth(1).isDisabled(), true);
    assert.equal(await page.locator('.carried').count(), 3);
  });

  it('I04 keeps the decision in sight with 60 long comments at 400 by 300', async () => {
    const comments = Array.from({ length: 60 }, (_, index) => ({
      ...onBlock,
      id: `c${index}`,
      text: `${index} ${'long '.repeat(80)}`,
    }));
    const { page } = await shown(aView({ draft: { note: '', tab: null, scrollTop: 0, comments } }), {
      width: 400,
      height: 300,
    });
    const bar = await page.locator('.decision').boundingBox();
    assert.ok(bar && bar.y >= 0 && bar.y + bar.height <= 300);
    assert.equal(await page.locator('.comment').count(), 60);
  });

  for (const theme of themeKinds) {
    it(`I22 has no fault that axe finds with comments, in ${theme}`, async () => {
      const { page } = await shown(
        aView({
          text: laterPlan,
          before: shortPlan,
          carried,
          draft: {
            note: '',
            tab: 'changes',
            scrollTop: 0,
            comments: [onBlock, { ...onBlock, id: 'c2', suggestion: 'a' }],
          },
        }),
        { theme },
      );
      const found = [...(await axeProblems(page))];
      await page.keyboard.press('p');
      found.push(...(await axeProblems(page)));
      await named('edit-comment').last().click();
      found.push(...(await axeProblems(page)));
      await page.keyboard.press('Escape');
      await named('default').click();
      found.push(...(await axeProblems(page)));
      assert.deepEqual(found, []);
    });
  }
});

const carried: readonly CarriedComment[] & CarriedComment[] = [
  {
    id: 'k1',
    kind: 'change',
    text: 'Also where it is missing.',
    quote: 'a negative quantity',
    version: 1,
    state: 'addressed',
    wasSent: true,
    at: { blockId: 'b1', start: 12, end: 42 },
    change: { kind: 'changed', html: '<p>Orders with a negative <ins>or missing</ins> quantity</p>' },
  },
  {
    id: 'k2',
    kind: 'question',
    text: 'Is this all?',
    quote: 'Cover both with tests',
    version: 1,
    state: 'untouched',
    wasSent: true,
    at: { blockId: 'b4', start: 0, end: 10 },
    change: null,
  },
  {
    id: 'k3',
    kind: 'delete',
    text: '',
    quote: 'Nothing is deleted',
    version: 1,
    state: 'gone',
    wasSent: false,
    at: null,
    change: { kind: 'removed', html: '<p>Nothing is deleted, and no dependency is added.</p>' },
  },
];
