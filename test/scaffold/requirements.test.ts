import assert from 'node:assert/strict';
import { judgeTitles } from '../../scripts/requirements/judgeTitles.mjs';
import { readRequirements } from '../../scripts/requirements/readRequirements.mjs';

const list = readRequirements(`
| id | what | proved |
|---|---|---|
| C1 | The revision rises | here |
| V3 | One review | here |
| 1.12 | A command | here |
| A1 | Modes of a peer | later: comes with that host |

- D: 02 11
`);
const proved = [['gate', 'C1, V3 and 1.12 hold']];

describe('requirements against titles', () => {
  it('ids that begin a title are proved by it', () => {
    assert.deepEqual(judgeTitles(list, proved).faults, []);
  });

  it('ids that begin the title of a suite are proved by its tests', () => {
    assert.deepEqual(judgeTitles(list, [['V3 reviews', 'C1 rises'], ['1.12 asks']]).faults, []);
  });

  const faulty: readonly (readonly [what: string, titles: readonly (readonly string[])[], fault: RegExp])[] = [
    ['an id without a test', [['C1, V3 hold']], /^1\.12 has no test/],
    ['an id further on in a title, which proves nothing', [['C1, 1.12 hold, unlike V3']], /^V3 has no test/],
    ['an id that is not in the list', [...proved, ['C9 is new']], /^C9 is no requirement/],
    ['a scenario that is not in the list', [...proved, ['D03 happens']], /^D03 is no requirement/],
    ['a test of what is put off', [...proved, ['A1 tells its modes']], /^A1 is put off/],
  ];
  for (const [what, titles, fault] of faulty) {
    it(`a fault is ${what}`, () => {
      const { faults } = judgeTitles(list, titles);
      assert.equal(faults.length, 1);
      assert.match(faults.join(), fault);
    });
  }

  it('a scenario needs no test, and may have one', () => {
    assert.deepEqual(judgeTitles(list, [...proved, ['D11 happens']]).faults, []);
  });

  it('the report names the tests of an id', () => {
    assert.match(
      judgeTitles(list, proved).report.join('\n'),
      /^C1 The revision rises\n {4}gate › C1, V3 and 1\.12 hold$/m,
    );
  });

  it('a list with an id twice is refused', () => {
    assert.throws(() => readRequirements('| C1 | One | here |\n| C1 | Two | here |'), /C1 is there twice/);
  });

  it('a list with another status is refused', () => {
    assert.throws(() => readRequirements('| C1 | One | perhaps |'), /neither here nor later/);
  });
});
