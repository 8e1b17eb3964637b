import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { aView, running, waitingForReview } from './sessionViews';
import { axeProblems, themeKinds, type OpenPage, type Shown } from './support/builtPage';
import { useSessionTab } from './support/sessionTab';

describe('suggestions of the composer', function () {
  this.timeout(15_000);
  const openPage = useSessionTab();

  async function typed(text: string, view = aView(), shown?: Shown): Promise<Typed> {
    const one = await openPage(shown);
    await one.send(view);
    const composer = one.page.getByRole('textbox', { name: 'Message to the agent' });
    await composer.pressSequentially(text);
    return { one, composer, options: one.page.getByRole('option') };
  }

  async function prompts({ one }: Typed): Promise<unknown[]> {
    return (await one.posted()).flatMap(({ type, text }) => (type === 'prompt' ? [text] : []));
  }

  async function names({ options }: Typed): Promise<readonly string[]> {
    return options.locator('.suggestion-name').allInnerTexts();
  }

  async function active({ one, composer }: Typed): Promise<string | undefined> {
    const id = await composer.getAttribute('aria-activedescendant');
    return id === null ? undefined : one.page.locator(`#${id}[aria-selected="true"] .suggestion-name`).innerText();
  }

  it('P1 offers commands, templates and skills after a slash, and asks the host for those of now', async () => {
    const at = await typed('/');
    assert.deepEqual(await names(at), ['/plan task', '/plan exit', '/approval-mode mode', '/fix', '/skill:review']);
    assert.equal((await at.one.posted()).filter(({ type }) => type === 'list-prompts').length, 1);
  });

  it('offers what begins so, a skill by its own name too', async () => {
    assert.deepEqual(await names(await typed('/rev')), ['/skill:review']);
  });

  for (const text of ['fix', '/plan add a discount', 'see /', '/unknown']) {
    it(`offers nothing for ${JSON.stringify(text)}`, async () => {
      assert.deepEqual(await names(await typed(text)), []);
    });
  }

  it('goes through them by the arrow keys, round, and tells which is chosen', async () => {
    const at = await typed('/');
    const seen = [await active(at)];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp']) {
      await at.composer.press(key);
      seen.push(await active(at));
    }
    assert.deepEqual(
      seen.map((name) => name?.split(' ').slice(0, 2).join(' ')),
      ['/plan task', '/plan exit', '/approval-mode mode', '/plan exit', '/plan task', '/skill:review'],
    );
  });

  for (const key of ['Enter', 'Tab']) {
    it(`takes the chosen one by ${key}, sends nothing, and keeps the focus in the field`, async () => {
      const at = await typed('/f');
      await at.composer.press(key);
      assert.equal(await at.composer.inputValue(), '/fix ');
      assert.deepEqual(await prompts(at), []);
      assert.equal(await at.composer.evaluate((field) => field === document.activeElement), true);
    });
  }

  it('takes the one that is clicked', async () => {
    const at = await typed('/');
    await at.options.nth(1).click();
    assert.equal(await at.composer.inputValue(), '/plan exit ');
    assert.equal(await at.composer.evaluate((field) => field === document.activeElement), true);
  });

  it('sends a name that is written out, at once', async () => {
    const at = await typed('/plan');
    await at.composer.press('Enter');
    assert.deepEqual(await prompts(at), ['/plan']);
  });

  it('sends an unknown word as it is', async () => {
    const at = await typed('/unknown');
    await at.composer.press('Enter');
    assert.deepEqual(await prompts(at), ['/unknown']);
  });

  it('I17 closes on Escape and loses no text; the next letter opens it again', async () => {
    const at = await typed('/p');
    await at.composer.press('Escape');
    const closed = await names(at);
    await at.composer.press('l');
    assert.deepEqual([closed, (await names(at)).length, await at.composer.inputValue()], [[], 2, '/pl']);
  });

  it('leaves Shift+Tab to the page', async () => {
    const at = await typed('/p');
    await at.composer.press('Shift+Tab');
    assert.equal(await at.composer.inputValue(), '/p');
    assert.equal(await at.composer.evaluate((field) => field === document.activeElement), false);
  });

  for (const [state, change] of [
    ['the agent works', running],
    ['a plan waits', waitingForReview],
  ] as const) {
    it(`I52 sends a command while ${state}, and nothing else`, async () => {
      const at = await typed('/plan exit', aView(change));
      await at.composer.press('Enter');
      assert.deepEqual(await prompts(at), ['/plan exit']);
    });
  }

  it('stays in the window where the view is narrow and low', async () => {
    const at = await typed('/', aView(), { width: 220, height: 320 });
    const box = await at.one.page.getByRole('listbox').boundingBox();
    assert.ok(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= 220 && box.height > 60, JSON.stringify(box));
  });

  for (const theme of themeKinds) {
    it(`axe finds nothing to object to: ${theme}`, async () => {
      const at = await typed('/', aView(), { theme });
      assert.equal(await at.options.count(), 5);
      assert.deepEqual(await axeProblems(at.one.page), []);
    });
  }
});

interface Typed {
  readonly one: OpenPage;
  readonly composer: Locator;
  readonly options: Locator;
}
