import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { aView, laterPlan, pending, shortPlan } from './aView';
import { ReviewPages } from './reviewPage';
import { themeKinds } from './themes';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

describe('review page for everybody', function () {
  this.timeout(30_000);
  let pages: ReviewPages;
  let axe: string;

  before(async () => {
    [pages, axe] = await Promise.all([ReviewPages.start(), readFile(axeFile, 'utf8')]);
  });
  after(() => pages.stop());

  async function faults(page: Page): Promise<string[]> {
    return page.evaluate(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' ' + target + ' ' + failureSummary)))`);
  }

  for (const theme of themeKinds) {
    it(`I22 has no fault that axe finds, in ${theme}: plan, changes, source, note, problem, end`, async () => {
      const open = await pages.open({ theme });
      const { page } = open;
      await open.send(
        aView({ text: laterPlan, before: shortPlan, status: { ...pending, problem: 'The log could not be written.' } }),
      );
      await page.evaluate(axe);
      const found: string[] = [];
      for (const key of ['p', 's', 'c']) {
        await page.keyboard.press(key);
        found.push(...(await faults(page)));
      }
      await page.locator('.segment', { hasText: 'By source line' }).click();
      found.push(...(await faults(page)));
      await page.keyboard.press('r');
      found.push(...(await faults(page)));
      await open.send(aView({ status: { state: 'ended', message: 'Default mode is on.', tone: 'done' }, choices: [] }));
      found.push(...(await faults(page)));
      assert.deepEqual(found, []);
    });
  }
});
