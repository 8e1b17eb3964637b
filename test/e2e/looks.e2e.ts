import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Locator } from 'playwright-core';
import type { Theme } from '../../scripts/vscode/workbench.mjs';
import { useSharedWorkbench } from './harness/useSharedWorkbench';
import { Person } from './stories/person';
import { until } from './stories/until';

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

describe('what the pages look like', () => {
  const window = useSharedWorkbench();
  const person = new Person(window);
  const sizes = [
    [700, 500],
    [420, 700],
  ] as const;

  before(async () => {
    await person.newSession();
    await person.requestsChanges(
      await person.asksFor('Add input validation to the order form'),
      'Also check the postal code',
    );
    await person.review(2);
  });

  for (const theme of themes) {
    it(`I22 has nothing in the review that axe-core finds fault with, in ${theme}`, async () => {
      await window().setTheme(theme);
      const review = await person.review(2);
      for (const tab of ['Plan', 'Changes', 'Source']) {
        await review.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
        await window().screenshot(`review ${theme} ${tab}`);
        assert.deepEqual(await faultsOf(review), [], tab);
      }
    });
  }

  it('leaves the session view to be looked at', async () => {
    await person.decides(await person.review(2), 'Dismiss');
    await person.seesNoReview();
  });

  for (const theme of themes) {
    it(`I22 has nothing in the session view that axe-core finds fault with, in ${theme}`, async () => {
      await window().setTheme(theme);
      await window().screenshot(`session ${theme}`);
      assert.deepEqual(await faultsOf(await person.sessionPage()), []);
    });
  }

  it('comes up in a small window, too', async () => {
    await window().setTheme('Dark Modern');
    await window().page.setViewportSize({ width: 700, height: 500 });
    await person.asksAgain();
    await person.review(3);
  });

  for (const [width, height] of sizes) {
    it(`D15 shows the whole decision bar at ${width} by ${height}, and scrolls to the last line of the plan`, async () => {
      await window().page.setViewportSize({ width, height });
      const review = await person.review(3);
      await review.getByRole('tab', { name: /^Plan/ }).click();
      await until('the page has its place', async () => {
        const bar = await review.locator('.decision').boundingBox();
        return bar !== null && bar.y + bar.height <= height;
      });
      await window().screenshot(`review ${width}x${height}`);
      for (const button of await review.locator('.decision button').all()) assert.ok(await isInside(button));
      await review.locator('.scroller').press('End');
      const last = review.getByRole('tabpanel').locator('li').last();
      await until('the last line can be seen', () => isInside(last));
      await window().screenshot(`review ${width}x${height} end`);
    });
  }

  it('D15 has room for the note in the smallest of them', async () => {
    const review = await person.review(3);
    await review.getByRole('button', { name: /^Request changes/ }).click();
    await window().screenshot('review 420x700 note');
    assert.ok(await isInside(review.getByRole('button', { name: 'Send request' })));
  });
});

/** Whether all of it can be seen in its page, and is not covered by something else. */
function isInside(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    const inView = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    const onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return inView && onTop !== null && (node.contains(onTop) || onTop.contains(node));
  });
}
