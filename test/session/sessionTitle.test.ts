import assert from 'node:assert/strict';
import { titleOf } from '../../src/session/sessionTitle';

describe('session title', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['the first line', 'Add validation\nto the form', 'Add validation'],
    ['the first line that is not blank', ' \r\n\t\n Fix it', 'Fix it'],
    ['one space for many', 'a \t  b', 'a b'],
    ['the task after /plan', ' /plan Fix it', 'Fix it'],
    ['the command where it has another name', '/planet Fix it', '/planet Fix it'],
    ['whole words where the line is long', 'word '.repeat(20), `${'word '.repeat(11).trim()}…`],
    ['a cut where there is no space', 'x'.repeat(61), `${'x'.repeat(59)}…`],
    ['all of 60 characters', 'x'.repeat(60), 'x'.repeat(60)],
    ['whole characters', '🧾'.repeat(61), `${'🧾'.repeat(59)}…`],
  ];
  for (const [name, prompt, title] of cases) {
    it(`is ${name}`, () => assert.equal(titleOf(prompt), title));
  }
});
