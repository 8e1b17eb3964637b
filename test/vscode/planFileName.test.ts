import assert from 'node:assert/strict';
import { planFileName } from '../../src/vscode/planFileName';

describe('the name of a plan file', () => {
  it('B5 N09 stays the same for a session, and no two sessions have the same', () => {
    assert.deepEqual(['a', 'b', 'a'].map(planFileName), ['a.md', 'b.md', 'a.md']);
  });
});
