/** @typedef {import('playwright-core').Page} Page */
/** @typedef {'Dark Modern' | 'Light Modern' | 'Dark High Contrast' | 'Light High Contrast'} Theme by its label */

const patienceMs = 20_000;
const keyHeardMs = 3_000;

/** Waits until the window can be used. @param {Page} page */
export async function waitForWorkbench(page) {
  await page.locator('.monaco-workbench .statusbar').waitFor({ timeout: 60_000 });
}

/**
 * Runs a command by its title, through the command palette. The key is pressed again where nobody heard it or the
 * palette went away again: an editor that had the focus may be closing.
 *
 * @param {Page} page
 * @param {string} title
 */
export async function runCommand(page, title) {
  const end = Date.now() + patienceMs;
  for (;;) {
    await page.keyboard.press('F1');
    try {
      const row = await rowOfCommand(page, title);
      await row.click({ timeout: keyHeardMs });
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

/** @param {Page} page @param {string} title */
async function rowOfCommand(page, title) {
  const input = await quickInput(page, undefined, keyHeardMs);
  await input.fill(`>${title}`, { timeout: keyHeardMs });
  const row = page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first();
  await row.waitFor({ timeout: keyHeardMs });
  return row;
}

/**
 * Waits until a quick pick or an input box is open and has the focus: keys pressed before that go to something else.
 *
 * @param {Page} page
 * @param {string} [placeholder] part of it
 * @param {number} [limitMs]
 */
export async function quickInput(page, placeholder, limitMs = patienceMs) {
  const which = placeholder === undefined ? '' : `[placeholder*=${JSON.stringify(placeholder)}]`;
  const input = page.locator(`.quick-input-widget:visible input.input${which}:focus`).first();
  await input.waitFor({ timeout: limitMs });
  return input;
}

/**
 * The document inside a webview that is shown: `iframe.webview` → `#active-frame`. (Playwright's `frame.name()` stays
 * `pending-frame` for ever, so the id has to do.)
 *
 * @param {Page} page
 * @param {string} [has] a selector of something inside it
 * @param {number} [limitMs]
 * @returns {Promise<import('playwright-core').Frame>}
 */
export async function webviewFrame(page, has = 'body', limitMs = patienceMs) {
  const end = Date.now() + limitMs;
  while (Date.now() < end) {
    for (const outer of await page.$$('iframe.webview.ready')) {
      const frame = await innerFrame(outer, has);
      if (frame !== undefined) return frame;
    }
    await page.waitForTimeout(50);
  }
  const frames = page.frames().map((frame) => frame.url());
  throw new Error(`No webview that is shown has ${has}. Frames:\n${frames.join('\n')}`);
}

/**
 * @param {import('playwright-core').ElementHandle} outer
 * @param {string} has
 * @returns {Promise<import('playwright-core').Frame | undefined>}
 */
async function innerFrame(outer, has) {
  try {
    if (!(await outer.isVisible())) return undefined;
    const active = await (await outer.contentFrame())?.$('#active-frame');
    const frame = await active?.contentFrame();
    return frame && (await frame.locator(has).count()) > 0 ? frame : undefined;
  } catch (error) {
    // A frame that is being replaced: the caller looks again.
    if (error instanceof Error && /detached|closed|destroyed|navigat/i.test(error.message)) return undefined;
    throw error;
  }
}

/**
 * @param {Page} page
 * @param {Theme} label
 */
export async function setTheme(page, label) {
  await runCommand(page, 'Preferences: Color Theme');
  const input = await quickInput(page, 'Select Color Theme');
  await input.fill(label);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: label }).first().click();
  await page.locator('.quick-input-widget').first().waitFor({ state: 'hidden' });
}

/**
 * Reloads in an orderly way. `page.reload()` would lose what was not flushed in the last seconds: open editors, the
 * state of webviews.
 *
 * @param {Page} page
 */
export async function reloadWindow(page) {
  const navigated = page.waitForEvent('framenavigated', (frame) => frame === page.mainFrame());
  await runCommand(page, 'Developer: Reload Window');
  await navigated;
  await waitForWorkbench(page);
}
