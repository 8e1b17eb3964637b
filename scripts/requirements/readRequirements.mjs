/**
 * @typedef {object} Requirement
 * @property {string} id
 * @property {string} phrase
 * @property {string | undefined} laterBecause undefined: it has to be proved here
 *
 * @typedef {{ requirements: readonly Requirement[], scenarios: ReadonlySet<string> }} RequirementList
 */

/**
 * Reads docs/requirements.md: the rows `| id | phrase | here |` or `| id | phrase | later: reason |` of its tables, and the
 * lines `A: 01 02 …` with the ids of the scenarios.
 *
 * @param {string} text
 * @returns {RequirementList}
 * @throws on a row with another status, and on an id that is there twice
 */
export function readRequirements(text) {
  /** @type {Map<string, Requirement>} */
  const requirements = new Map();
  const scenarios = new Set();
  for (const line of text.split('\n')) {
    const [, letter, numbers] = /^- ([A-Z]): ([\d ]+)$/.exec(line) ?? [];
    for (const number of numbers?.split(' ') ?? []) scenarios.add(`${letter}${number}`);
    const [, id, phrase = '', status = ''] = /^\| ([A-Z]\d+|\d\.\d+) +\| (.+?) +\| (.+?) +\|$/.exec(line) ?? [];
    if (id === undefined) continue;
    if (requirements.has(id)) throw new Error(`${id} is there twice.`);
    const [, laterBecause] = /^later: (.+)$/.exec(status) ?? [];
    if (status !== 'here' && laterBecause === undefined) throw new Error(`${id} is neither here nor later: ${status}`);
    requirements.set(id, { id, phrase, laterBecause });
  }
  return { requirements: [...requirements.values()], scenarios };
}
