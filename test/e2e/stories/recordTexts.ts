import assert from 'node:assert/strict';
import type { Frame, Page } from 'playwright-core';

/**
 * Records, from now on, each text that an element is seen with, however short; what stays the same is recorded once.
 *
 * @param inside selects what is watched: the element and all that may take its place
 * @returns reads what was recorded, in order
 */
export async function recordTexts(
  place: Page | Frame,
  selector: string,
  inside: string,
): Promise<() => Promise<readonly string[]>> {
  await place.evaluate(recorder(selector, inside));
  return async () => {
    const seen: unknown = await place.evaluate('window.countersignSeen');
    assert.ok(Array.isArray(seen));
    return seen.map(String);
  };
}

/** Runs in the page, as text: what the test's own compiler adds to functions is not there. */
function recorder(selector: string, inside: string): string {
  return `
    const seen = (window.countersignSeen = []);
    const look = () => {
      const item = document.querySelector(${JSON.stringify(selector)});
      const text = item === null ? '' : item.textContent.trim();
      if (text !== '' && seen.at(-1) !== text) seen.push(text);
    };
    look();
    new MutationObserver(look).observe(document.querySelector(${JSON.stringify(inside)}), {
      subtree: true, childList: true, characterData: true,
    });
  `;
}
