import assert from 'node:assert/strict';
import { RunningOutput } from '../../src/vscode/runningOutput';

describe('output of a running call', () => {
  const running = new Set(['a', 'b']);

  it('is the end of what was printed, piece by piece', () => {
    const output = new RunningOutput();
    output.add('a', 'one\ntw', running);
    output.add('a', 'o', running);
    assert.deepEqual([output.tailOf('a'), output.tailOf('b')], ['one\ntwo', '']);
  });

  it('keeps to its last lines', () => {
    const output = new RunningOutput();
    for (let line = 1; line <= 1000; line += 1) output.add('a', `\n${line}`, running);
    assert.deepEqual(
      output.tailOf('a').split('\n'),
      Array.from({ length: 20 }, (_, index) => String(981 + index)),
    );
  });

  it('keeps to its last characters where nothing ends a line', () => {
    const output = new RunningOutput();
    output.add('a', 'x'.repeat(100_000), running);
    assert.equal(output.tailOf('a').length, 4000);
  });

  it('is forgotten when the call does not run any more', () => {
    const output = new RunningOutput();
    output.add('a', 'old', running);
    output.add('b', 'new', new Set(['b']));
    assert.equal(output.tailOf('a'), '');
  });
});
