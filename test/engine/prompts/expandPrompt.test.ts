import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expandPrompt, maxExpandedLength, type Expansion } from '../../../src/engine/prompts/expandPrompt';
import { fillArguments } from '../../../src/engine/prompts/promptArguments';
import type { StoredPrompt } from '../../../src/engine/prompts/storedPrompt';

const template = (name: string, body: string): StoredPrompt => ({
  kind: 'template',
  name,
  file: `.countersign/prompts/${name}.md`,
  state: 'ready',
  description: '',
  body,
});
const skill = (name: string, body: string): StoredPrompt => ({
  ...template(name, body),
  kind: 'skill',
  file: `.countersign/skills/${name}/SKILL.md`,
});
const expanded = (text: string): Expansion => ({ state: 'expanded', text });
const reviewSkill =
  'Follow the skill “review” (.countersign/skills/review/SKILL.md; what it names is beside that file).\n\n';

const prompts: readonly StoredPrompt[] = [
  template('fix', 'Fix issue $1.'),
  template('both', 'The template.'),
  skill('both', 'The skill.'),
  skill('review', 'Read the diff.'),
  { kind: 'template', name: 'bad', file: '.countersign/prompts/bad.md', state: 'faulty', fault: 'has no text' },
  template('fix', 'The one of the user.'),
];

describe('expanding a prompt', () => {
  const cases: readonly (readonly [string, string, Expansion])[] = [
    ['a template with its argument', '/fix 12', expanded('Fix issue 12.')],
    ['the first of two with one name', ' /fix 12 ', expanded('Fix issue 12.')],
    ['a template before a skill', '/both', expanded('The template.')],
    [
      'a skill where it is called one',
      '/skill:both',
      expanded(
        'Follow the skill “both” (.countersign/skills/both/SKILL.md; what it names is beside that file).\n\nThe skill.',
      ),
    ],
    ['a skill by its name alone', '/review', expanded(`${reviewSkill}Read the diff.`)],
    ['what is said to a skill after it', '/review a.ts', expanded(`${reviewSkill}Read the diff.\n\na.ts`)],
    ['no template where a skill is meant', '/skill:fix 12', { state: 'as-it-is' }],
    ['an unknown word as it is', '/unknown word', { state: 'as-it-is' }],
    ['a path as it is', '/usr/bin/env is gone', { state: 'as-it-is' }],
    ['no name within the text', 'please /fix 12', { state: 'as-it-is' }],
    [
      'a file with a fault by naming it',
      '/bad',
      { state: 'refused', file: '.countersign/prompts/bad.md', fault: 'has no text' },
    ],
  ];
  for (const [what, text, result] of cases) {
    it(`B3 gives ${what}`, () => assert.deepEqual(expandPrompt(text, prompts), result));
  }

  it('B3 refuses what would become too long, without making it', () => {
    const many = template('many', '$@'.repeat(30_000));
    const result = expandPrompt(`/many ${'x'.repeat(maxExpandedLength)}`, [many]);
    assert.equal(result.state, 'refused');
  });
});

describe('arguments of a prompt', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['$1 and $2', 'a b c', 'a and b'],
    ['$3.', 'a b', '.'],
    ['$@', ' a  b ', 'a  b'],
    ['$ARGUMENTS', 'say "a b"', 'say "a b"'],
    ['$ARGUMENTSX', 'a', '$ARGUMENTSX\n\na'],
    ['${@:2}', 'a b c', 'b c'],
    ['${@:2:1}', 'a b c', 'b'],
    ['${@:0:1}', 'a b', 'a'],
    ['${@:9}|', 'a', '|'],
    ['$1|$2', '"two words" \'and more\'', 'two words|and more'],
    ['$1|$2', "don't do", "don't|do"],
    ['$1|$2', '"open end', '"open|end'],
    ['$1', '$2 $@', '$2'],
    ['Costs $ and $x', '', 'Costs $ and $x'],
    ['No place for it', 'a b', 'No place for it\n\na b'],
    ['No place for it', ' ', 'No place for it'],
  ];
  for (const [text, typed, result] of cases) {
    it(`B3 fills ${JSON.stringify(text)} with ${JSON.stringify(typed)}`, () => {
      assert.equal(fillArguments(text, typed, 1000), result);
    });
  }

  it('B3 loses nothing that was typed where the text asks for none, and fills nothing twice', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        assert.equal(fillArguments('Do it: $@', typed, 1000), `Do it: ${typed.trim()}`);
        assert.ok(fillArguments('Do it.', typed, 1000)?.endsWith(typed.trim()));
      }),
    );
  });
});
