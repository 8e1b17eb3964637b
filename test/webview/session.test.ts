import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { sessionPageMessageSchema } from '../../src/protocol/sessionMessages';
import {
  aPermissionRow,
  aPlanRow,
  aSession,
  aView,
  noSession,
  running,
  someRows,
  aToolRow,
  toolRows,
  waitingForPermission,
  waitingForReview,
} from './sessionViews';
import { type OpenPage, type Shown, axeProblems, pageToken, themeKinds, until } from './support/builtPage';
import { useSessionTab } from './support/sessionTab';

const otherSession = {
  id: 's2',
  title: 'Rename the store',
  agentName: 'Countersign',
  modeName: 'Default',
  activity: 'idle',
} as const;
const manyRows = Array.from({ length: 60 }, (_, at) => ({
  kind: 'user' as const,
  id: `u${at}`,
  text: `Message ${at}`,
}));

describe('session page', function () {
  this.timeout(15_000);
  const openPage = useSessionTab();

  async function show(view: unknown, shown?: Shown): Promise<OpenPage & { readonly composer: Locator }> {
    const one = await openPage(shown);
    await one.send(view);
    return { ...one, composer: one.page.getByRole('textbox', { name: 'Message to the agent' }) };
  }

  /** What was posted after `ready`, without the drafts and the page's token. */
  async function acts(one: OpenPage): Promise<unknown[]> {
    const posted = await one.posted();
    return posted.filter(({ type }) => type !== 'draft' && type !== 'ready').map(({ page: _page, ...act }) => act);
  }

  async function drafts(one: OpenPage): Promise<unknown[]> {
    return (await one.posted()).filter(({ type }) => type === 'draft').map(({ text }) => text);
  }

  const scroller = (page: Page): Locator => page.locator('.scroller');
  const fromEnd = (page: Page): Promise<number> =>
    scroller(page).evaluate((element) => Math.round(element.scrollHeight - element.scrollTop - element.clientHeight));

  describe('messages', () => {
    it('J01 puts the token of the page on every message, in the shape of the protocol', async () => {
      const one = await show(noSession);
      await one.page.getByRole('button', { name: 'New session' }).click();
      const posted = (await one.posted()).map((message) => sessionPageMessageSchema.parse(message));
      assert.deepEqual(posted, [
        { type: 'ready', page: pageToken },
        { type: 'new-session', page: pageToken },
      ]);
    });

    it('P14 paints the same again when a state comes twice', async () => {
      const view = aView({ rows: someRows });
      const one = await show(view);
      const before = await one.page.locator('#root').innerHTML();
      await one.send(view);
      assert.equal(await one.page.locator('#root').innerHTML(), before);
    });
  });

  describe('without a session', () => {
    it('says what is promised, and that there is an agent for which no account is needed', async () => {
      const { page } = await show(noSession);
      assert.match(
        await page.locator('#root').innerText(),
        /leaves Plan mode without your decision[^]*demo agent works offline/,
      );
    });

    it('says why none can be started, and does not offer it', async () => {
      const { page } = await show({ ...noSession, blockedBecause: 'Open a folder first.' });
      assert.equal(await page.getByRole('button', { name: 'New session' }).isDisabled(), true);
      assert.equal(await page.getByText('Open a folder first.').isVisible(), true);
    });

    it('offers nothing before the stored sessions have been read', async () => {
      const { page } = await show({ ...noSession, isLoaded: false });
      assert.equal(await page.getByRole('button').count(), 0);
    });

    it('lists the stored sessions and opens the chosen one', async () => {
      const one = await show({ ...noSession, sessions: [otherSession] });
      await one.page.getByRole('button', { name: 'Rename the store Idle · Default' }).click();
      assert.deepEqual(await acts(one), [{ type: 'open-session', sessionId: 's2' }]);
    });
  });

  describe('header', () => {
    it('switches sessions by keys alone, and the focus comes back to the title', async () => {
      const one = await show(aView({}, [otherSession]));
      const title = one.page.getByRole('heading', { level: 1 }).getByRole('button');
      await title.press('Enter');
      await one.page.getByRole('button', { name: /^Add input validation.*Idle/ }).focus();
      await one.page.keyboard.press('ArrowDown');
      await one.page.keyboard.press('Enter');
      assert.deepEqual(await acts(one), [{ type: 'open-session', sessionId: 's2' }]);
      assert.equal(await title.evaluate((element) => element === document.activeElement), true);
    });

    it('closes the list on Escape', async () => {
      const { page } = await show(aView({}, [otherSession]));
      const title = page.getByRole('heading', { level: 1 }).getByRole('button');
      await title.click();
      await page.keyboard.press('Escape');
      assert.equal(await title.getAttribute('aria-expanded'), 'false');
    });

    it('asks for another mode', async () => {
      const one = await show(aView());
      await one.page.getByRole('button', { name: 'Mode: Plan. Choose another' }).click();
      assert.deepEqual(await acts(one), [{ type: 'choose-mode', sessionId: 's1' }]);
    });

    it('shows a change under way as a change, and offers none meanwhile', async () => {
      const one = await show(aView({ changing: 'Plan → Default' }));
      const chip = one.page.getByRole('button', { name: 'Plan → Default…' });
      // Playwright would wait for the button to become enabled.
      await chip.click({ force: true });
      assert.deepEqual(await acts(one), []);
    });

    for (const [isMotionReduced, animation] of [
      [false, 'turn'],
      [true, 'none'],
    ] as const) {
      it(`turns the spinner: ${animation}, where less motion is ${isMotionReduced ? 'wanted' : 'not asked for'}`, async () => {
        const { page } = await show(aView({ changing: 'Plan → Default' }), { isMotionReduced });
        const name = await page
          .locator('.mode-chip .icon-spinner')
          .evaluate((icon) => getComputedStyle(icon).animationName);
        assert.equal(name, animation);
      });
    }
  });

  describe('transcript', () => {
    it('shows a list of what is to do with how each thing stands, in words too', async () => {
      const todos = [
        { text: 'Read the form', state: 'done' },
        { text: 'Add the check', state: 'doing' },
        { text: 'Test it', state: 'open' },
      ] as const;
      const { page } = await show(
        aView({ rows: [aToolRow({ title: 'To do: 1 of 3 done', output: '', isOpen: true, todos: [...todos] })] }),
      );
      assert.deepEqual(await page.locator('.todos li').allInnerTexts(), [
        'done:\nRead the form',
        'under way:\nAdd the check',
        'open:\nTest it',
      ]);
    });

    it('S4 says that a hook changed a call, and what it was before', async () => {
      const note = 'A hook changed this; the agent asked for: Run rm a';
      const { page } = await show(aView({ rows: [aToolRow({ title: 'Run ls', note, isOpen: true })] }));
      assert.match(await page.locator('.tool').innerText(), /^Run ls\s+Changed by a hook[^]*asked for: Run rm a/);
    });

    it('shows the terminal of a call only when the person asks for it', async () => {
      const running = { output: '', state: 'running', isOpen: true, terminalCallId: 'c7' } as const;
      const one = await show(aView({ rows: [aToolRow(running)] }));
      assert.deepEqual(await acts(one), []);
      await one.page.getByRole('button', { name: 'Show terminal' }).click();
      assert.deepEqual(await acts(one), [{ type: 'show-terminal', sessionId: 's1', callId: 'c7' }]);
      const { page } = await show(aView({ rows: [aToolRow({ isOpen: true })] }));
      assert.equal(await page.getByRole('button', { name: 'Show terminal' }).count(), 0);
    });

    it('says in words how each tool call stands', async () => {
      const { page } = await show(aView({ rows: toolRows }));
      const states = await page
        .locator('.tool')
        .evaluateAll((rows) => rows.map((row) => row.querySelector('.tool-line > :nth-child(3)')?.textContent));
      assert.deepEqual(states, ['Done', 'Done', 'Refused', 'Failed', 'Cancelled', 'Skipped', 'Running']);
    });

    it('opens a tool call to its output by a key and keeps it open when the state comes again', async () => {
      const one = await show(aView({ rows: toolRows }));
      await one.page.locator('summary').first().press('Enter');
      await one.send(aView({ rows: toolRows, streaming: 'and then' }));
      assert.equal(await one.page.getByRole('group', { name: 'Output of List files in src' }).isVisible(), true);
    });

    it('J01 gives a link of the agent to the host and goes nowhere', async () => {
      const one = await show(aView({ rows: someRows }));
      await one.page.getByRole('link', { name: 'the rules' }).press('Enter');
      await one.page.getByRole('link', { name: 'the rules' }).click();
      const wanted = { type: 'open-link', href: 'https://example.com/rules' };
      assert.deepEqual(await acts(one), [wanted, wanted]);
    });

    it('reads a row out when it is there, and never what is still being written', async () => {
      const { page } = await show(aView({ rows: someRows, streaming: 'half a sent' }));
      assert.equal(
        await page.getByText('half a sent').evaluate((text) => text.closest('[aria-live], [role=log], [role=status]')),
        null,
      );
      assert.equal(await page.getByRole('log').getAttribute('aria-relevant'), 'additions');
    });

    it('follows its end', async () => {
      const one = await show(aView({ rows: manyRows }));
      await one.send(aView({ rows: [...manyRows, { kind: 'user', id: 'last', text: 'The last' }] }));
      assert.equal(await fromEnd(one.page), 0);
    });

    it('follows its end when the composer grows', async () => {
      const { page, composer } = await show(aView({ rows: manyRows }));
      await composer.fill('1\n2\n3\n4\n5\n6');
      assert.equal(
        await until(
          () => fromEnd(page),
          (px) => px === 0,
        ),
        0,
      );
    });

    it('lets go when the person scrolls up, and comes back when asked', async () => {
      const one = await show(aView({ rows: manyRows }));
      await scroller(one.page).evaluate((element) => element.scrollTo(0, 100));
      const back = one.page.getByRole('button', { name: 'Jump to the latest' });
      await back.waitFor();
      await one.send(aView({ rows: [...manyRows, { kind: 'user', id: 'last', text: 'The last' }] }));
      assert.equal(await scroller(one.page).evaluate((element) => element.scrollTop), 100);
      await back.click();
      assert.equal(await fromEnd(one.page), 0);
    });
  });

  describe('plan card', () => {
    for (const [state, button] of [
      ['pending', 'Open review'],
      ['applying', 'Open this version'],
      ['approved', 'Open this version'],
      ['not-applied', 'Open this version'],
      ['changes-requested', 'Open this version'],
      ['dismissed', 'Open this version'],
      ['unanswered', 'Open this version'],
      ['invalidated', 'Open this version'],
    ] as const) {
      it(`${state}: "${button}" opens that review`, async () => {
        const one = await show(aView({ rows: [aPlanRow({ state })] }));
        await one.page.getByRole('button', { name: button }).click();
        assert.deepEqual(await acts(one), [{ type: 'open-review', sessionId: 's1', reviewId: 'review-1' }]);
      });
    }

    it('says version, fingerprint and state', async () => {
      const { page } = await show(aView({ rows: [aPlanRow()] }));
      assert.match(
        await page.getByRole('group', { name: 'Plan, version 2' }).innerText(),
        /v2\s*4f2a91c07be3\s*Waiting for you/,
      );
    });

    it('asks for the plan again only where that can be asked', async () => {
      const one = await show(
        aView({
          rows: [aPlanRow({ state: 'unanswered', canAskAgain: true }), aPlanRow({ id: 'p2', state: 'dismissed' })],
        }),
      );
      await one.page.getByRole('button', { name: 'Ask for the plan again' }).click();
      assert.deepEqual(await acts(one), [{ type: 'ask-again', sessionId: 's1', reviewId: 'review-1' }]);
    });

    it('speaks when the review ends', async () => {
      const one = await show(aView({ rows: [aPlanRow()], ...waitingForReview }));
      await one.send(aView({ rows: [aPlanRow({ state: 'approved', stateName: 'Approved' })] }));
      assert.equal(await one.page.getByRole('status').getByText('Plan version 2: Approved.').count(), 1);
    });
  });

  describe('permission prompt', () => {
    const asking = aView({ rows: [aPermissionRow()], ...waitingForPermission });
    const answered = (answer: string, note: string): unknown => ({
      type: 'answer-permission',
      sessionId: 's1',
      callId: 'call-9',
      answer,
      note,
    });

    it('allows once', async () => {
      const one = await show(asking);
      await one.page.getByRole('button', { name: 'Allow once' }).click();
      assert.deepEqual(await acts(one), [answered('allow', '')]);
    });

    it('S8 allows always, and shows on the card which rule that saves and where', async () => {
      const rules = ['edit_file(src/orderForm.ts)'];
      const one = await show(aView({ rows: [aPermissionRow({ alwaysRules: rules })], ...waitingForPermission }));
      const button = one.page.getByRole('button', { name: 'Always allow' });
      assert.equal(
        await one.page.locator(`[id="${await button.getAttribute('aria-describedby')}"]`).innerText(),
        '“Always allow” saves this rule to the workspace settings:\nedit_file(src/orderForm.ts)',
      );
      await button.click();
      assert.deepEqual(await acts(one), [answered('allow-always', '')]);
    });

    it('R7 offers no "always allow" where there is no rule for it', async () => {
      const one = await show(asking);
      assert.equal(await one.page.getByRole('button', { name: 'Always allow' }).count(), 0);
    });

    it('I15 allows nothing by a click that was meant for what was there before', async () => {
      const one = await openPage();
      await one.page.evaluate((view) => {
        const press = (): void => {
          const button = [...document.querySelectorAll('button')].find(
            ({ textContent }) => textContent === 'Allow once',
          );
          if (button === undefined) requestAnimationFrame(press);
          else button.click();
        };
        press();
        window.postMessage(view, '*');
      }, asking);
      await one.page.locator('.button.primary:enabled').waitFor();
      assert.deepEqual(await acts(one), []);
    });

    it('rejects with a note, by keys', async () => {
      const one = await show(asking);
      await one.page.getByRole('button', { name: 'Reject…' }).press('Enter');
      await one.page.keyboard.type('Keep the old name ');
      await one.page.keyboard.press('Enter');
      assert.deepEqual(await acts(one), [answered('reject', 'Keep the old name')]);
    });

    it('I17 Escape in the note rejects nothing and keeps the note', async () => {
      const one = await show(asking);
      await one.page.getByRole('button', { name: 'Reject…' }).click();
      await one.page.keyboard.type('Not yet');
      await one.page.keyboard.press('Escape');
      await one.page.keyboard.press('Enter');
      assert.equal(
        await one.page.getByRole('textbox', { name: 'What should the agent do instead? (optional)' }).inputValue(),
        'Not yet',
      );
      assert.deepEqual(await acts(one), []);
    });

    it('shows the edit in the diff editor', async () => {
      const one = await show(asking);
      await one.page.getByRole('button', { name: 'Show diff' }).click();
      assert.deepEqual(await acts(one), [{ type: 'show-edit', sessionId: 's1', callId: 'call-9' }]);
    });

    it('J13 marks characters that nobody would see in what is asked', async () => {
      const hidden = '\u202e';
      const diff = [{ kind: 'added' as const, text: `x${hidden}y` }];
      const row = aPermissionRow({ title: `Run ${hidden}a?`, detail: `rm ${hidden}b`, diff });
      const { page } = await show(aView({ rows: [row] }));
      assert.equal(await page.locator('.hidden-character').count(), 3);
    });

    it('says added and removed in words', async () => {
      const { page } = await show(asking);
      assert.deepEqual(await page.locator('.diff .spoken').allInnerTexts(), ['removed', 'added', 'added']);
    });

    it('folds into one line when answered, and keeps the focus there', async () => {
      const one = await show(asking);
      await one.page.getByRole('button', { name: 'Reject…' }).focus();
      await one.send(aView({ rows: [aPermissionRow({ isOpen: false, answerName: 'Rejected' })] }));
      assert.match((await one.page.locator(':focus').textContent()) ?? '', /Edit src\/orderForm.ts\?Rejected/);
    });
  });

  describe('composer', () => {
    it('sends on Enter', async () => {
      const one = await show(aView());
      await one.composer.fill('Add a test');
      await one.composer.press('Enter');
      assert.deepEqual(await acts(one), [{ type: 'prompt', sessionId: 's1', text: 'Add a test' }]);
    });

    it('starts a new line on Shift+Enter', async () => {
      const one = await show(aView());
      await one.composer.fill('one');
      await one.composer.press('Shift+Enter');
      await one.composer.pressSequentially('two');
      assert.equal(await one.composer.inputValue(), 'one\ntwo');
      assert.deepEqual(await acts(one), []);
    });

    it('sends by the button', async () => {
      const one = await show(aView());
      await one.composer.fill('Add a test');
      await one.page.getByRole('button', { name: 'Send' }).click();
      assert.deepEqual(await acts(one), [{ type: 'prompt', sessionId: 's1', text: 'Add a test' }]);
    });

    it('I11 sends nothing by the Enter that ends a composition', async () => {
      const one = await show(aView());
      await one.composer.focus();
      const devtools = await one.page.context().newCDPSession(one.page);
      await devtools.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
      await devtools.send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        key: 'Enter',
        code: 'Enter',
        windowsVirtualKeyCode: 229,
      });
      await devtools.send('Input.insertText', { text: '日本' });
      assert.equal(await one.composer.inputValue(), '日本');
      assert.deepEqual(await acts(one), []);
    });

    it('I11 sends nothing where the composition ends before its key, as in Safari', async () => {
      const one = await show(aView({ draft: '日本' }));
      await one.composer.evaluate((field) => {
        field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
        field.dispatchEvent(
          // eslint-disable-next-line @typescript-eslint/no-deprecated -- the one sign that Safari gives
          new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }),
        );
      });
      assert.deepEqual(await acts(one), []);
    });

    it('I11 rejects nothing by the Enter that ends a composition in the note', async () => {
      const one = await show(aView({ rows: [aPermissionRow()] }));
      await one.page.getByRole('button', { name: 'Reject…' }).click();
      const devtools = await one.page.context().newCDPSession(one.page);
      await devtools.send('Input.imeSetComposition', { text: 'いや', selectionStart: 2, selectionEnd: 2 });
      await devtools.send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        key: 'Enter',
        code: 'Enter',
        windowsVirtualKeyCode: 229,
      });
      assert.deepEqual(await acts(one), []);
    });

    it('refuses a blank message and says what is missing', async () => {
      const one = await show(aView());
      await one.composer.fill(' \n ');
      await one.composer.press('Enter');
      assert.equal(
        await one.page.getByRole('status').getByText('Write what the agent should do first.').isVisible(),
        true,
      );
      assert.deepEqual(await acts(one), []);
    });

    it('I17 Escape loses no text', async () => {
      const { composer } = await show(aView());
      await composer.fill('half a thought');
      await composer.press('Escape');
      assert.equal(await composer.inputValue(), 'half a thought');
    });

    it('H05 keeps the text until the transcript shows that it arrived', async () => {
      const one = await show(aView());
      await one.composer.fill('Add a test');
      await one.composer.press('Enter');
      await one.send(
        aView({ rows: [{ kind: 'notice', id: 'n', tone: 'error', text: 'The session could not be written.' }] }),
      );
      assert.equal(await one.composer.inputValue(), 'Add a test');
    });

    it('empties itself when the message has arrived, and keeps the focus', async () => {
      const one = await show(aView());
      await one.composer.fill('Add a test');
      await one.composer.press('Enter');
      await one.send(aView({ ...running, rows: [{ kind: 'user', id: 'u', text: 'Add a test' }] }));
      await until(
        () => one.composer.inputValue(),
        (text) => text === '',
      );
      assert.equal(await one.composer.evaluate((field) => field === document.activeElement), true);
    });

    it('sends one message once, however often Enter is pressed', async () => {
      const one = await show(aView());
      await one.composer.fill('Add a test');
      for (let press = 0; press < 3; press += 1) await one.composer.press('Enter');
      assert.equal((await acts(one)).length, 1);
    });

    it('I06 closed, it says why, keeps the draft and lets it be written on', async () => {
      const { composer } = await show(aView({ ...waitingForReview, draft: 'and the email' }));
      assert.equal(await composer.inputValue(), 'and the email');
      await composer.press('End');
      await composer.pressSequentially('!');
      assert.equal(await composer.inputValue(), 'and the email!');
      const described = await composer.evaluate((field) =>
        (field.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      );
      assert.match(described, /The agent waits for your decision on plan v2\./);
    });

    it('G06 closed, it sends nothing', async () => {
      const one = await show(aView({ ...waitingForReview, draft: 'and the email' }));
      await one.composer.press('Enter');
      assert.deepEqual(await acts(one), []);
    });

    it('stops the agent while it works', async () => {
      const one = await show(aView(running));
      await one.page.getByRole('button', { name: 'Stop the agent' }).click();
      assert.deepEqual(await acts(one), [{ type: 'stop', sessionId: 's1' }]);
    });

    it('grows with its text to eight lines and no further', async () => {
      const { composer } = await show(aView());
      const heights: number[] = [];
      for (const lines of [1, 8, 20]) {
        await composer.fill(Array.from({ length: lines }, (_, at) => `line ${at}`).join('\n'));
        heights.push(await composer.evaluate((field) => field.clientHeight));
      }
      const [one = 0, eight = 0, twenty = 0] = heights;
      assert.ok(eight > one * 4 && twenty === eight, `heights ${heights.join(', ')}`);
    });
  });

  describe('draft', () => {
    it('comes back as the host kept it', async () => {
      const { composer } = await show(aView({ draft: 'half a thought' }));
      assert.equal(await composer.inputValue(), 'half a thought');
    });

    it('is handed over at a pause', async () => {
      const one = await show(aView());
      await one.composer.fill('half');
      assert.deepEqual(
        await until(
          () => drafts(one),
          (kept) => kept.length > 0,
        ),
        ['half'],
      );
    });

    it('is handed over at once when the field is left', async () => {
      const one = await show(aView());
      await one.composer.fill('half');
      await one.composer.blur();
      assert.deepEqual(await drafts(one), ['half']);
    });

    it('is handed over when another session is opened, under its own session', async () => {
      const one = await show(aView());
      await one.composer.fill('half');
      await one.send({ ...noSession, active: aSession({ id: 's2', draft: 'other' }) });
      const [kept] = (await one.posted()).filter(({ type }) => type === 'draft');
      assert.deepEqual([kept?.['sessionId'], kept?.['text']], ['s1', 'half']);
      assert.equal(await one.composer.inputValue(), 'other');
    });

    it('is never overwritten by an echo of an older one', async () => {
      const one = await show(aView());
      await one.composer.fill('half a thought');
      await one.send(aView({ draft: 'half' }));
      assert.equal(await one.composer.inputValue(), 'half a thought');
    });

    it('keeps focus and caret when the state comes while someone types', async () => {
      const one = await show(aView());
      await one.composer.fill('one three');
      await one.composer.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(4, 4));
      await one.send(aView({ streaming: 'text', ...running, composer: aSession().composer }));
      await one.page.keyboard.type('two ');
      assert.equal(await one.composer.inputValue(), 'one two three');
    });
  });

  describe('for everyone', () => {
    const states: Record<string, unknown> = {
      'no session': noSession,
      'a turn': aView({ rows: someRows, streaming: 'Next', ...running }, [otherSession]),
      'a review': aView({
        rows: [aPlanRow({ id: 'p0', state: 'unanswered', canAskAgain: true }), aPlanRow()],
        ...waitingForReview,
      }),
      'a question': aView({ rows: [aPermissionRow()], ...waitingForPermission }),
    };
    for (const theme of themeKinds) {
      it(`axe finds nothing to object to: ${theme}`, async () => {
        for (const [name, view] of Object.entries(states)) {
          const one = await show(view, { theme });
          await one.page.locator('button:enabled').first().waitFor();
          await until(
            () => one.page.locator('.button.primary:disabled').count(),
            (count) => count === 0,
          );
          assert.deepEqual(await axeProblems(one.page), [], name);
        }
      });
    }

    for (const width of [200, 800]) {
      it(`nothing is cut off or scrolls sideways at ${width} pixels`, async () => {
        for (const view of Object.values(states)) {
          const { page } = await show(view, { width });
          const outside = await page.evaluate(() =>
            [...document.querySelectorAll('button, textarea, .row, h1')]
              .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
              .map((element) => element.outerHTML.slice(0, 80)),
          );
          assert.deepEqual(outside, []);
        }
      });
    }

    it('at 320 by 240, as at 200 % zoom, the composer and the transcript are both in reach', async () => {
      const { page, composer } = await show(aView({ rows: someRows, ...waitingForReview }), {
        width: 320,
        height: 240,
      });
      const [box, log] = [await composer.boundingBox(), await scroller(page).boundingBox()];
      assert.ok(
        box !== null && box.y + box.height <= 240 && log !== null && log.height >= 60,
        JSON.stringify({ box, log }),
      );
    });

    it('every button has a name and is reached by Tab, with a visible focus', async () => {
      const { page } = await show(aView({ rows: [...someRows, aPlanRow({ canAskAgain: true }), aPermissionRow()] }));
      // What arms (I15) becomes a stop of Tab when it has: counted before that, there would be one more than counted.
      await page.locator('.permission .button.primary:enabled').waitFor();
      const wanted = await page.locator('button:enabled, summary, textarea, [role=link]').count();
      const seen = new Set<string>();
      for (let step = 0; step < wanted + 10; step += 1) {
        await page.keyboard.press('Tab');
        const at = await page.evaluate(() => {
          const all = [...document.querySelectorAll('button:enabled, summary, textarea, [role=link]')];
          const active = document.activeElement;
          if (active === null || !all.includes(active)) return '';
          const ring = active.matches('textarea') ? active.closest('.composer-field') : active;
          const style = ring === null ? undefined : getComputedStyle(ring);
          const isSeen = style !== undefined && (style.outlineStyle === 'solid' || active.matches('textarea'));
          return isSeen ? String(all.indexOf(active)) : '';
        });
        if (at !== '') seen.add(at);
      }
      assert.equal(seen.size, wanted);
    });
  });
});
