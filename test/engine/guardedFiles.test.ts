import assert from 'node:assert/strict';
import { ruleBook } from './support/aCall';
import { allow, anEngine, write } from './support/anEngine';

describe('files that say what an agent may do', () => {
  for (const path of [
    '.vscode/settings.json',
    '.VSCode/Settings.json',
    'packages/a/.vscode/tasks.json',
    '.countersign/skills/a/SKILL.md',
    '.git/hooks/pre-commit',
    './src/../.git/config',
    'all.code-workspace',
  ]) {
    for (const mode of ['auto-edit', 'auto', 'default'] as const) {
      it(`P01 I3 asks a person before ${path} is written in ${mode}, also where a rule allows all edits`, async () => {
        const engine = anEngine({
          mode,
          ask: allow,
          answers: [{ calls: [write(path)] }],
          ports: ruleBook({ allow: ['Edit'] }),
        });
        await engine.prompt('Write it');
        assert.equal(engine.prompts.length, 1);
        assert.equal(engine.prompts[0]?.canAllowAlways, false);
      });
    }
  }

  for (const path of ['src/vscode/settings.ts', '.gitignore', 'docs/.vscodeish/a.md']) {
    it(`M2 asks nobody before ${path} is written in auto-edit`, async () => {
      const engine = anEngine({ mode: 'auto-edit', ask: allow, answers: [{ calls: [write(path)] }] });
      await engine.prompt('Write it');
      assert.equal(engine.prompts.length, 0);
    });
  }
});
