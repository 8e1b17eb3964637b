import assert from 'node:assert/strict';
import { aView, laterPlan, pending, shortPlan } from './aView';
import { ReviewPages } from './reviewPage';
import { axeProblems, themeKinds } from './support/builtPage';

describe('review page for everybody', function () {
  this.timeout(30_000);
  let pages: ReviewPages;

  before(async () => (pages = await ReviewPages.start()));
  after(() => pages.stop());

  for (const theme of themeKinds) {
    it(`I22 has no fault that axe finds, in ${theme}: plan, changes, source, note, problem, end`, async () => {
      const open = await pages.open({ theme });
      const { page } = open;
      await open.send(
        aView({ text: laterPlan, before: shortPlan, status: { ...pending, problem: 'The log could not be written.' } }),
      );
      const found: string[] = [];
      for (const key of ['p', 's', 'd']) {
        await page.keyboard.press(key);
        found.push(...(await axeProblems(page)));
      }
      await page.locator('.segment', { hasText: 'By source line' }).click();
      found.push(...(await axeProblems(page)));
      await page.keyboard.press('r');
      found.push(...(await axeProblems(page)));
      await open.send(aView({ status: { state: 'ended', message: 'Default mode is on.', tone: 'done' }, choices: [] }));
      found.push(...(await axeProblems(page)));
      assert.deepEqual(found, []);
    });
  }
});
