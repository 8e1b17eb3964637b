import assert from 'node:assert/strict';
import { slashSuggestions } from '../../src/vscode/slashSuggestions';

describe('what the composer suggests', () => {
  it('P1 B3 is the commands, then what can be called, each name once', () => {
    const ready = { state: 'ready', file: 'f', body: 'b' } as const;
    const suggestions = slashSuggestions([
      { ...ready, kind: 'template', name: 'fix', description: 'Ours' },
      { kind: 'template', name: 'bad', file: 'f', state: 'faulty', fault: 'has no text' },
      { ...ready, kind: 'skill', name: 'fix', description: 'A skill' },
      { ...ready, kind: 'template', name: 'fix', description: 'Mine' },
    ]);
    assert.deepEqual(
      suggestions.map(({ name, description }) => (name.includes('fix') ? [name, description] : name)),
      ['/plan', '/plan exit', '/approval-mode', ['/fix', 'Ours'], ['/skill:fix', 'A skill']],
    );
  });
});
