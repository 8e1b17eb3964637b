// npm run requirements: which tests prove which requirement. Fails on a gap, on an id that nobody knows, and on a list
// that says less than the tests do.
import { readFile } from 'node:fs/promises';
import { endProcess } from './process/lifetime.mjs';
import { judgeTitles } from './requirements/judgeTitles.mjs';
import { readRequirements } from './requirements/readRequirements.mjs';
import { loadedTitles, writtenTitles } from './requirements/testTitles.mjs';

const list = readRequirements(await readFile('docs/requirements.md', 'utf8'));
const titles = [
  ...(await loadedTitles(
    ['core', 'protocol', 'session', 'engine', 'review', 'webview', 'scaffold'].map((part) => `test/${part}`),
  )),
  // These need an editor to be loaded.
  ...(await writtenTitles(['test/vscode', 'test/e2e'])),
];
const { report, faults } = judgeTitles(list, titles);
console.log(report.join('\n'));
for (const fault of faults) console.error(`✖ ${fault}`);
console.log(`${list.requirements.length} requirements, ${titles.length} tests, ${faults.length} faults`);
await endProcess(faults.length === 0 ? 0 : 1);
