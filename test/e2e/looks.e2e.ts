import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame } from 'playwright-core';
import type { Theme } from '../../scripts/vscode/workbench.mjs';
import { useWorkbench } from './harness/useWorkbench';
import { Person } from './stories/person';
import { until } from './stories/until';

const task = 'Add input validation to the order form';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const themes: readonly Theme[] = ['Dark Modern', 'Light Modern', 'Dark High Contrast', 'Light High Contrast'];

/** What axe-core has against a page of ours, as it stands in the real editor. */
async function faultsOf(page: Frame): Promise<readonly string[]> {
  // As text: the page's policy runs no script of ours, and the test's compiler would add to a function.
  await page.evaluate(axe);
  // A view's page is transparent: what is behind it is painted by the workbench, which axe cannot see from inside.
  await page.evaluate(`if (document.body.dataset.page === 'session') document.body.style.backgroundColor =
    getComputedStyle(document.documentElement).getPropertyValue('--vscode-sideBar-background')`);
  const found: unknown = await page.evaluate(
    `axe.run(document, { rules: { region: { enabled: false } } }).then((result) =>
      result.violations.map((one) => one.id + ': ' + one.nodes.map((node) => node.html.slice(0, 60) + ' ' + (node.any[0]?.message ?? '')).join(' | ')))`,
  );
  await page.evaluate(`document.body.style.removeProperty('background-color')`);
  assert.ok(Array.isArray(found));
  return found.map(String);
}

describe('the pages in the themes', () => {
  const window = useWorkbench();
  const person = new Person(window);

  before(async () => {
    await person.newSession();
    await person.requestsChanges(await person.asksFor(task), 'Also check the postal code');
    const review = await person.review(2);
    await review.locator('body').press('Escape');
    await person.seesNoReview();
  });

  for (const theme of themes) {
    it(`I22 has nothing that axe-core finds fault with, in ${theme}`, async () => {
      await window().setTheme(theme);
      await (
        await person.card()
      )
        .getByRole('button', { name: /Ask for the plan again|Open/ })
        .last()
        .click();
      const review = await person.review();
      await review.getByRole('tab', { name: /^Plan/ }).click();
      await window().screenshot(`review ${theme}`);
      assert.deepEqual(await faultsOf(review), []);
      await review.getByRole('tab', { name: /Changes/ }).click();
      await window().screenshot(`changes ${theme}`);
      assert.deepEqual(await faultsOf(review), []);
      await review.locator('body').press('Escape');
      await person.seesNoReview();
      await window().screenshot(`session ${theme}`);
      assert.deepEqual(await faultsOf(await person.sessionPage()), []);
    });
  }
});

describe('a small window', () => {
  const window = useWorkbench();
  const person = new Person(window);

  it('D15 shows the whole decision bar and scrolls to the last line of the plan', async () => {
    await window().page.setViewportSize({ width: 700, height: 520 });
    await person.newSession();
    const review = await person.asksFor(task);
    await window().screenshot('review 700x520');
    for (const button of await review.locator('.decision button').all()) assert.ok(await button.isVisible());
    await review.locator('.scroller').press('End');
    const last = review.locator('.scroller').getByText('npm test').last();
    await until('the end of the plan can be seen', () => last.isVisible());
    await window().page.setViewportSize({ width: 420, height: 700 });
    await window().screenshot('review 420x700');
    for (const button of await review.locator('.decision button').all()) assert.ok(await button.isVisible());
  });
});

describe('the keyboard alone', () => {
  const window = useWorkbench();
  const person = new Person(window);
  const press = (key: string): Promise<void> => window().page.keyboard.press(key);

  it('leads from a new session to an approved plan', async () => {
    await window().activityBarEntry('Countersign').waitFor();
    await person.newSession();
    const composer = (await person.sessionPage()).locator('textarea');
    await until('the composer can be typed into', async () => {
      await composer.focus();
      return composer.evaluate((field) => document.activeElement === field);
    });
    await window().page.keyboard.type(task);
    await press('Enter');
    const review = await person.review(1);
    await until('the plan has the focus', () => review.evaluate(() => document.hasFocus()));
    await press('2');
    await until('the second approval has the focus', () =>
      review.locator('[data-name="auto-edit"]').evaluate((button) => document.activeElement === button),
    );
    await until('the chord is taken, once the review is armed', async () => {
      if ((await person.openReviews()) === 0) return true;
      await press('Control+Enter');
      return (await person.statusBar()) !== 'Plan review';
    });
    await person.seesMode('Auto-edit');
    await person.sees('Done. What I changed');
  });
});
