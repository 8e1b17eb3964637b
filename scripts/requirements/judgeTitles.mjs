/** @typedef {import('./readRequirements.mjs').RequirementList} RequirementList */

/**
 * Holds the titles of the tests against the list.
 *
 * @param {RequirementList} list
 * @param {readonly (readonly string[])[]} titles of each test: its suites' titles and its own
 * @returns {{ report: string[], faults: string[] }}
 */
export function judgeTitles({ requirements, scenarios }, titles) {
  /** @type {Map<string, string[]>} */
  const tests = new Map();
  for (const path of titles) {
    for (const id of new Set(path.flatMap(idsOf))) tests.set(id, [...(tests.get(id) ?? []), path.join(' › ')]);
  }
  const known = new Set([...requirements.map(({ id }) => id), ...scenarios]);
  const faults = [...tests].flatMap(([id, [first]]) =>
    known.has(id) ? [] : [`${id} is no requirement that docs/requirements.md knows: ${first}`],
  );
  const report = requirements.map(({ id, phrase, laterBecause }) => {
    const own = tests.get(id) ?? [];
    if (laterBecause === undefined) {
      if (own.length === 0) faults.push(`${id} has no test: ${phrase}`);
      return [`${id} ${phrase}`, ...own.map((title) => `    ${title}`)].join('\n');
    }
    if (own.length > 0) faults.push(`${id} is put off in docs/requirements.md and has a test: ${own[0]}`);
    return `${id} ${phrase}\n    later: ${laterBecause}`;
  });
  return { report, faults };
}

/**
 * The ids with which a title begins: `V3, I34 …`, `S9 and D1 …`.
 *
 * @param {string} title
 * @returns {string[]}
 */
function idsOf(title) {
  const [beginning = ''] = /^(?:(?:[A-Z]\d+|1\.12)(?:,? and |, ?|: | |$))+/.exec(title) ?? [];
  return beginning.match(/[A-Z]\d+|1\.12/g) ?? [];
}
