import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../../scripts/vscode/chromium.mjs';
import { buildPage, openTab, type OpenPage, type Shown, type Tab } from './builtPage';

/** The session page in one browser for a whole suite. After each test nothing may have gone wrong on the page that it opened. */
export function useSessionTab(): (shown?: Shown) => Promise<OpenPage> {
  let browser: Browser;
  let tab: Tab;
  let problems: () => readonly string[] = () => [];

  before(async () => {
    const built = await buildPage('session');
    browser = await launchChromium();
    tab = await openTab(browser, built);
  });
  after(() => browser.close());
  afterEach(() => assert.deepEqual(problems(), []));

  return async (shown) => {
    const one = await tab.open(shown);
    problems = one.problems;
    return one;
  };
}
