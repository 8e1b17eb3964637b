/**
 * One line about what the set-up does.
 *
 * @param {string} text
 */
export function say(text) {
  console.log(`countersign: ${text}`);
}
