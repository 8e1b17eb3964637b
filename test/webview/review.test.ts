import assert from 'node:assert/strict';
import type { ReviewView } from '../../src/protocol/reviewMessages';
import { hostileStrings } from '../review/hostileStrings';
import { aView, laterPlan, pending, shortPlan } from './aView';
import { ReviewPages, type OpenReview } from './reviewPage';

const approveDefault = { kind: 'approve', target: 'default' };

describe('review page', function () {
  this.timeout(20_000);
  let pages: ReviewPages;
  let open: OpenReview | undefined;

  before(async () => (pages = await ReviewPages.start()));
  after(() => pages.stop());
  afterEach(() => {
    const problems = open?.problems ?? [];
    open = undefined;
    assert.deepEqual(problems, []);
  });

  /** A page that shows a view and has been up for the arm time. */
  async function shown(
    view: ReviewView = aView(),
    options: Parameters<ReviewPages['open']>[0] = {},
  ): Promise<OpenReview> {
    open = await pages.open(options);
    await open.send(view);
    await open.arm();
    return open;
  }
  const button = (name: string) => opened().page.locator(`[data-name="${name}"]`);
  const opened = (): OpenReview => {
    assert.ok(open);
    return open;
  };
  const status = () => opened().page.locator('.decision .status p[role=status]');

  describe('what is shown', () => {
    it('2.5 says whose plan it is, which version, which bytes, and where it leads back to', async () => {
      const { page } = await shown();
      const head = await page.locator('header').innerText();
      for (const fact of [
        'Validate the order form',
        'Countersign agent · Demo model',
        'Add input validation',
        'v1',
        '3f9ac2d1',
        'planned in Plan, came from YOLO',
        'waiting ',
      ]) {
        assert.ok(head.includes(fact), `${fact} in ${head}`);
      }
    });

    it('2.5 shows the full hash on hover and copies it on a click, through the host', async () => {
      const { page } = await shown();
      assert.match((await page.locator('.hash').getAttribute('title')) ?? '', /3f9ac2d17be04456/);
      await page.locator('.hash').click();
      assert.deepEqual(await opened().posted(), [{ type: 'copy-hash' }]);
    });

    it('2.5 opens a first version on the plan and says in words that all of it is new', async () => {
      const { page } = await shown();
      assert.equal(await page.locator('[role=tab][aria-selected=true]').innerText(), 'Plan');
      await page.locator('#tab-changes').click();
      assert.match(await page.locator('[role=tabpanel]').innerText(), /first version\. All of it is new/);
    });

    it('2.5 opens a later version on what changed, with counts and word marks', async () => {
      const { page } = await shown(aView({ text: laterPlan, before: shortPlan }));
      assert.match(await page.locator('[role=tabpanel]').innerText(), /2 blocks added, 2 changed, 1 removed/);
      assert.deepEqual(await page.locator('.compared ins').allInnerTexts(), ['or missing', '☑']);
    });

    it('2.5 compares by source line', async () => {
      const { page } = await shown(aView({ text: 'a\n\nnew\n', before: 'a\n\nold\n' }));
      await page.locator('.segment', { hasText: 'By source line' }).click();
      const lines = await page
        .locator('.line')
        .evaluateAll((all) =>
          all.map((line) => `${line.getAttribute('class')}:${line.querySelector('.code')?.textContent}`),
        );
      assert.deepEqual(lines, ['line same:a', 'line same:', 'line removed:Removed: old', 'line added:Added: new']);
    });

    it('J14 says that only line endings differ', async () => {
      const { page } = await shown(aView({ text: 'a\r\nb\r\n', before: 'a\nb\n' }));
      assert.match(await page.locator('[role=tabpanel]').innerText(), /Only the line endings differ/);
    });

    it('J11 shows the source with line numbers and marks what nobody would see', async () => {
      const { page } = await shown(aView({ text: 'one\ntw\u202Eo\r\nthree' }));
      await page.locator('#tab-source').click();
      assert.deepEqual(await page.locator('.line .code').allTextContents(), ['one', 'twU+202Eo', 'three']);
      assert.deepEqual(
        await page.locator('.number').evaluateAll((all) => all.map((one) => one.getAttribute('data-number'))),
        ['1', '2', '3'],
      );
    });

    it('D14 draws 5,000 lines whole: the last one can be reached', async () => {
      const text = Array.from({ length: 2500 }, (_, index) => `Step ${index}`).join('\n\n') + '\n\ndrop database\n';
      const { page } = await shown(aView({ text }));
      await page.keyboard.press('End');
      await page.getByText('drop database').waitFor();
      assert.equal(await page.locator('.prose .block').count(), 2501);
      await untilInView(page.getByText('drop database'));
    });

    it('J01 J02 runs nothing and loads nothing of a hostile plan', async () => {
      const { page } = await shown(
        aView({ text: hostileStrings.join('\n\n'), before: hostileStrings.toReversed().join('\n\n') }),
      );
      for (const tab of ['plan', 'source', 'changes']) await page.locator(`#tab-${tab}`).click();
      await page.locator('.segment', { hasText: 'By source line' }).click();
      assert.equal(await page.evaluate('window.__ran'), undefined);
      assert.equal(await page.locator('.scroller :is(script, img, svg:not(.icon), iframe, form, style)').count(), 0);
    });

    it('J03 opens a link through the host, by click and by Enter', async () => {
      const { page } = await shown();
      await page.locator('a', { hasText: 'the form guide' }).click();
      await page.keyboard.press('Enter');
      const link = { type: 'open-link', href: 'https://example.com/forms' };
      assert.deepEqual(
        (await opened().posted()).filter(({ type }) => type === 'open-link'),
        [link, link],
      );
    });

    it('J18 keeps the plan as text and the decision when a view cannot be drawn', async () => {
      const view = aView();
      const { page } = await shown({
        ...view,
        changes: { ...view.changes, base: { version: 1, shortHash: 'x' } },
        draft: { ...view.draft, tab: 'plan' },
      });
      await page.evaluate("String.prototype.split = () => { throw new Error('planted'); }");
      await page.locator('#tab-source').click();
      assert.ok((await page.locator('pre.plain').innerText()).includes('Validate the order form'));
      await button('default').click();
      assert.deepEqual(await opened().decisions(), [approveDefault]);
    });
  });

  describe('deciding', () => {
    for (const [name, decision] of [
      ['default', approveDefault],
      ['auto-edit', { kind: 'approve', target: 'auto-edit' }],
      ['restore', { kind: 'approve', target: 'restore' }],
      ['dismiss', { kind: 'dismiss' }],
    ] as const) {
      it(`2.5 sends one message with the key for ${name}, and nothing more until the host answers`, async () => {
        const view = aView();
        await shown(view);
        await button(name).click();
        await button('default').click({ force: true });
        await opened().page.keyboard.press('Control+Enter');
        const said = (await opened().posted()).filter(({ type }) => type === 'decide');
        assert.deepEqual(said, [{ type: 'decide', key: view.key, decision, comments: [] }]);
      });
    }

    it('2.5 sends one decision for two clicks before the page is drawn again', async () => {
      const { page } = await shown();
      await page.evaluate(
        "for (const name of ['dismiss', 'default']) document.querySelector(`[data-name=${name}]`).click()",
      );
      assert.deepEqual(await opened().decisions(), [{ kind: 'dismiss' }]);
    });

    it('2.5 warns beside a choice that lets the agent act by itself', async () => {
      const { page } = await shown();
      assert.match(await page.locator('.choice-warning').innerText(), /YOLO lets the agent edit files/);
    });

    it('H05 can decide again when the host says why the answer was not recorded', async () => {
      await shown();
      await button('default').click();
      await opened().send(aView({ status: { ...pending, problem: 'The log could not be written.' } }));
      assert.match(await opened().page.locator('.decision').innerText(), /The log could not be written/);
      await button('default').click();
      assert.equal((await opened().decisions()).length, 2);
    });

    it('P14 stays locked when the old view is only repeated', async () => {
      await shown();
      await button('default').click();
      await opened().send(aView());
      assert.equal(await button('default').isDisabled(), true);
    });

    it('2.6 says what the host says, from "Nothing runs" to the end, and offers nothing after it', async () => {
      await shown();
      assert.equal(await status().innerText(), 'Nothing runs until you decide.');
      await opened().send(aView({ status: { state: 'applying', message: 'Recorded, applying…' }, choices: [] }));
      assert.equal(await status().innerText(), 'Recorded, applying…');
      await opened().send(
        aView({ status: { state: 'ended', message: 'Default mode is on.', tone: 'done' }, choices: [] }),
      );
      assert.equal(await status().innerText(), 'Default mode is on.');
      assert.equal(await opened().page.locator('.decision button').count(), 0);
    });

    it('I17 starts with the focus on the plan, and Enter there decides nothing', async () => {
      const { page } = await shown();
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'tabpanel');
      await page.keyboard.press('Enter');
      assert.deepEqual(await opened().decisions(), []);
    });

    it('I17 does not approve by Enter on an approval, and says how to', async () => {
      await shown();
      await button('default').focus();
      await opened().page.keyboard.press('Enter');
      assert.deepEqual(await opened().decisions(), []);
      assert.match(await status().innerText(), /Enter alone never approves/);
    });

    for (const chord of ['Control+Enter', 'Meta+Enter']) {
      it(`2.5 approves into the default by ${chord}`, async () => {
        const { page } = await shown();
        await page.keyboard.press(chord);
        assert.deepEqual(await opened().decisions(), [approveDefault]);
      });
    }

    it('2.5 goes to an approval by 1 2 3 without giving it; the chord then gives that one', async () => {
      const { page } = await shown();
      await page.keyboard.press('2');
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-name')), 'auto-edit');
      assert.deepEqual(await opened().decisions(), []);
      await page.keyboard.press('Control+Enter');
      assert.deepEqual(await opened().decisions(), [{ kind: 'approve', target: 'auto-edit' }]);
    });

    it('I15 ignores the chord before the arm time is over', async () => {
      open = await pages.open();
      await comesBack();
      await opened().send(aView());
      await comesBack();
      await opened().page.keyboard.press('Control+Enter');
      assert.deepEqual(await opened().decisions(), []);
      assert.match(await status().innerText(), /Not counted/);
    });

    it('I15 ignores the first click that brings the focus back, and counts the next', async () => {
      await shown();
      await comesBack();
      await button('default').click();
      assert.deepEqual(await opened().decisions(), []);
      await opened().arm();
      await button('default').click();
      assert.deepEqual(await opened().decisions(), [approveDefault]);
    });

    it('I15 stops saying that a click was too early once one counted, also where that one is refused for another reason', async () => {
      const { page } = await shown();
      await page.keyboard.press('r');
      await comesBack();
      await button('send-note').click();
      assert.match(await status().innerText(), /Not counted/);
      await opened().arm();
      await button('send-note').click();
      assert.match(await page.locator('#note-problem').innerText(), /Write what should change first/);
      assert.doesNotMatch(await status().innerText(), /Not counted/);
    });

    it('I15 ignores a press that began before the arm time, however long it is held', async () => {
      const { page } = await shown();
      await comesBack();
      await button('default').hover();
      await page.mouse.down();
      await opened().arm();
      await page.mouse.up();
      assert.deepEqual(await opened().decisions(), []);
    });

    it('I22 reaches "request changes" before any approval', async () => {
      const { page } = await shown();
      const names = await page
        .locator('.decision button')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-name')));
      assert.ok(names.indexOf('request-changes') < names.indexOf('default'));
    });

    /** The window lost the focus and has it again, this moment. */
    async function comesBack(): Promise<void> {
      await opened().page.evaluate(() => {
        window.dispatchEvent(new Event('blur'));
        window.dispatchEvent(new Event('focus'));
      });
    }
  });

  describe('requesting changes', () => {
    async function writing(text: string, view?: ReviewView): Promise<OpenReview> {
      await shown(view);
      await button('request-changes').click();
      await opened().page.locator('#note').fill(text);
      return opened();
    }

    it('2.5 sends the note', async () => {
      await writing('Keep the old check.');
      await button('send-note').click();
      assert.deepEqual(await opened().decisions(), [{ kind: 'request-changes', note: 'Keep the old check.' }]);
    });

    it('2.5 sends the note by Ctrl+Enter, and approves nothing', async () => {
      const { page } = await writing('Keep it.');
      await page.keyboard.press('Control+Enter');
      assert.deepEqual(await opened().decisions(), [{ kind: 'request-changes', note: 'Keep it.' }]);
    });

    it('2.5 refuses a blank note and says so', async () => {
      const { page } = await writing('  \n ');
      await page.keyboard.press('Control+Enter');
      assert.deepEqual(await opened().decisions(), []);
      assert.match(await page.locator('#note-problem').innerText(), /Write what should change first/);
    });

    it('I17 closes only the field by Escape, keeps the text and gives the focus back', async () => {
      const { page } = await writing('half a thought');
      await page.evaluate(() =>
        window.addEventListener('keydown', (event) => event.key === 'Escape' && Reflect.set(window, 'escaped', true)),
      );
      await page.keyboard.press('Escape');
      await page.waitForFunction(() => document.activeElement?.getAttribute('data-name') === 'request-changes');
      assert.equal(await page.evaluate('window.escaped'), undefined);
      await page.keyboard.press('r');
      assert.equal(await page.locator('#note').inputValue(), 'half a thought');
    });

    it('I03 asks once more before it approves beside a note that was begun', async () => {
      const { page } = await writing('half a thought');
      await page.keyboard.press('Escape');
      await button('default').click();
      assert.deepEqual(await opened().decisions(), []);
      await button('approve-without').click();
      assert.deepEqual(await opened().decisions(), [approveDefault]);
    });

    it('2.5 lets digits and letters be text in the note', async () => {
      const { page } = await writing('');
      await page.keyboard.type('1 2 3 ? jkrp');
      assert.equal(await page.locator('#note').inputValue(), '1 2 3 ? jkrp');
    });

    for (const [name, init] of [
      ['while composing', { isComposing: true, keyCode: 13 }],
      ['with the key code of input methods', { isComposing: false, keyCode: 229 }],
      ['in the order of Safari, after the composition ended', { isComposing: false, keyCode: 229, isAfterEnd: true }],
    ] as const) {
      it(`I11 submits nothing ${name}`, async () => {
        const { page } = await writing('にほん');
        await page.evaluate((how) => {
          const field = document.querySelector('#note');
          field?.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
          if ('isAfterEnd' in how) field?.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
          field?.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true, ...how }),
          );
        }, init);
        assert.deepEqual(await opened().decisions(), []);
      });
    }

    it('I11 submits nothing by the Enter of a real composition', async () => {
      const { page } = await writing('');
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
      await devtools.send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        key: 'Enter',
        code: 'Enter',
        windowsVirtualKeyCode: 229,
        modifiers: 2,
      });
      await devtools.send('Input.insertText', { text: '日本' });
      assert.equal(await page.locator('#note').inputValue(), '日本');
      assert.deepEqual(await opened().decisions(), []);
    });
  });

  describe('what is begun', () => {
    it('H06 keeps note and tab with the host after a pause', async () => {
      const { page } = await shown();
      await page.keyboard.press('s');
      await page.keyboard.press('r');
      await page.locator('#note').fill('half');
      await opened().arm();
      assert.deepEqual((await opened().posted()).at(-1), {
        type: 'draft',
        draft: { note: 'half', tab: 'source', scrollTop: 0, comments: [] },
      });
    });

    it('H06 keeps them at once when the window loses the focus', async () => {
      const { page } = await shown();
      await page.keyboard.press('s');
      await page.evaluate(() => window.dispatchEvent(new Event('blur')));
      assert.deepEqual(await opened().posted(), [
        { type: 'draft', draft: { note: '', tab: 'source', scrollTop: 0, comments: [] } },
      ]);
    });

    it('H06 comes back where it was', async () => {
      const text = Array.from({ length: 200 }, (_, index) => `Step ${index}`).join('\n\n');
      const { page } = await shown(
        aView({ text, draft: { note: 'half', tab: 'source', scrollTop: 700, comments: [] } }),
      );
      assert.equal(await page.locator('[role=tab][aria-selected=true]').innerText(), 'Source');
      assert.equal(await page.locator('.scroller').evaluate((element) => element.scrollTop), 700);
      await page.keyboard.press('r');
      assert.equal(await page.locator('#note').inputValue(), 'half');
    });

    it('I07 never shows the note of one review on another', async () => {
      const { page } = await shown();
      await page.keyboard.press('r');
      await page.locator('#note').fill('for the first');
      const other = aView({ text: '# Another' });
      await opened().send({ ...other, key: { ...other.key, reviewId: 'r2' } });
      await page.keyboard.press('r');
      assert.equal(await page.locator('#note').inputValue(), '');
    });

    it('H02 says that the connection is lost when a decision gets no answer, and that Plan mode is still on', async () => {
      const { page } = await shown();
      await button('default').click();
      await page.clock.fastForward(3100);
      assert.match(await page.locator('.notice.problem').innerText(), /lost its connection.*Plan mode is still on/s);
    });

    it('H02 says so when a draft gets no answer, and takes it back when the host answers again', async () => {
      const { page } = await shown();
      await page.keyboard.press('s');
      await page.clock.runFor(4000);
      await page.locator('.notice.problem').waitFor();
      await opened().send({ type: 'draft-kept' });
      assert.equal(await page.locator('.notice.problem').count(), 0);
    });

    it('P14 is ready first, and draws what comes after, repeated or changed', async () => {
      open = await pages.open();
      assert.match(await open.page.locator('#root').innerText(), /Loading the plan/);
      for (const view of [aView(), aView(), aView({ sessionTitle: 'Renamed' })]) await open.send(view);
      assert.match(await open.page.locator('header').innerText(), /Renamed/);
    });
  });

  describe('keys and layout', () => {
    it('I22 moves between tabs by arrows, Home and End, with one tab stop', async () => {
      const { page } = await shown();
      await page.locator('#tab-plan').focus();
      const visited: string[] = [];
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End']) {
        await page.keyboard.press(key);
        visited.push(await page.evaluate(() => document.activeElement?.id ?? ''));
      }
      assert.deepEqual(visited, ['tab-changes', 'tab-source', 'tab-plan', 'tab-source', 'tab-plan', 'tab-source']);
      assert.equal(await page.locator('[role=tab][tabindex="0"]').count(), 1);
    });

    it('2.5 shows its keys on ?, and Escape closes only that', async () => {
      const { page } = await shown();
      await page.keyboard.press('?');
      await page.locator('[role=dialog]').waitFor();
      await page.keyboard.press('Escape');
      assert.equal(await page.locator('[role=dialog]').count(), 0);
      assert.deepEqual(await opened().decisions(), []);
    });

    it('2.5 walks the changes by j and k', async () => {
      const steps = (word: string) =>
        Array.from({ length: 60 }, (_, index) => (index % 20 === 10 ? `${word} ${index}` : `Step ${index}`)).join(
          '\n\n',
        );
      const { page } = await shown(aView({ text: steps('new'), before: steps('old') }));
      const top = () => page.locator('.scroller').evaluate((element) => element.scrollTop);
      const tops: number[] = [];
      for (const key of ['j', 'j', 'k']) {
        await page.keyboard.press(key);
        tops.push(await top());
      }
      const [first = 0, second = 0, back = 0] = tops;
      assert.ok(first > 0 && second > first && back < second, String(tops));
    });

    for (const [name, size] of [
      ['320 px wide and 20 rows high', { width: 320, height: 400 }],
      ['1280 by 400', { width: 1280, height: 400 }],
      ['200 % zoom of a 1280 by 800 window', { width: 640, height: 400 }],
    ] as const) {
      it(`D15 keeps every decision in view and the plan readable at ${name}`, async () => {
        const { page } = await shown(aView(), size);
        for (const choice of ['request-changes', 'dismiss', 'default', 'auto-edit', 'restore'])
          assert.ok(await inView(button(choice)), choice);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), size.width);
        assert.equal(
          await page.locator('.scroller').evaluate((element) => element.scrollWidth - element.clientWidth),
          0,
        );
        assert.ok((await page.locator('.scroller').evaluate((element) => element.clientHeight)) >= size.height * 0.4);
        await page.keyboard.press('End');
        await untilInView(page.getByText('the notes').last());
      });
    }
  });

  /** The browser scrolls smoothly to where a key leads. A test that never gets there runs into its time-out. */
  async function untilInView(locator: ReturnType<typeof button>): Promise<void> {
    while (!(await inView(locator)));
  }

  /** Whether all of an element can be seen: inside the window, and nothing over its middle. */
  async function inView(locator: ReturnType<typeof button>): Promise<boolean> {
    return locator.evaluate((element) => {
      const box = element.getBoundingClientRect();
      const onTop = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return (
        box.top >= 0 &&
        box.left >= 0 &&
        box.bottom <= innerHeight &&
        box.right <= innerWidth &&
        (element.contains(onTop) || onTop?.contains(element) === true)
      );
    });
  }
});
