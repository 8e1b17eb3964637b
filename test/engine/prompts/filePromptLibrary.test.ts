import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expandPrompt } from '../../../src/engine/prompts/expandPrompt';
import { FilePromptLibrary, maxPromptBytes } from '../../../src/engine/prompts/filePromptLibrary';
import type { StoredPrompt } from '../../../src/engine/prompts/storedPrompt';
import { inTemporaryFolder } from '../../session/support/inTemporaryFolder';
import { anEngine, dismiss, exit } from '../support/anEngine';

const skillText = '---\nname: review\ndescription: Reads the diff\nallowed-tools:\n  - exit_plan_mode\n---\nRead it.';

/** A workspace with these files under `.countersign`, and a user's folder beside it. */
function withFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  act: (read: () => Promise<readonly StoredPrompt[]>, folder: string) => Promise<void>,
): Promise<void> {
  return inTemporaryFolder(async (outer) => {
    const folder = path.join(outer, 'shop');
    await mkdir(folder);
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(folder, '.countersign', name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    const library = new FilePromptLibrary(() => [
      { folder, shownAs: '' },
      { folder: path.join(outer, 'home'), shownAs: '~/' },
    ]);
    await act(() => library.read(), folder);
  });
}

describe('prompt library', () => {
  it('B3 reads templates and skills, and is empty where there are none', () =>
    withFiles(
      {
        'prompts/fix.md': '---\ndescription: "Fixes: an issue"\n---\nFix $1.\n',
        'prompts/plain.md': 'Say hello\nand more',
        'prompts/notes.txt': 'no template',
        'prompts/.hidden.md': 'no template',
        'skills/review/SKILL.md': skillText,
        'skills/empty/README.md': 'no skill',
      },
      async (read) => {
        const ready = (await read()).map((prompt) =>
          prompt.state === 'ready' ? [prompt.kind, prompt.name, prompt.file, prompt.description, prompt.body] : prompt,
        );
        assert.deepEqual(ready, [
          ['template', 'fix', '.countersign/prompts/fix.md', 'Fixes: an issue', 'Fix $1.'],
          ['template', 'plain', '.countersign/prompts/plain.md', 'Say hello', 'Say hello\nand more'],
          ['skill', 'review', '.countersign/skills/review/SKILL.md', 'Reads the diff', 'Read it.'],
        ]);
      },
    ));

  it('B3 reads those of the user after those of the workspace', () =>
    withFiles({ 'prompts/fix.md': 'Ours' }, async (read, folder) => {
      const own = path.join(folder, '../home/.countersign/prompts');
      await mkdir(own, { recursive: true });
      await writeFile(path.join(own, 'fix.md'), 'Mine');
      assert.deepEqual(
        (await read()).map(({ file }) => file),
        ['.countersign/prompts/fix.md', '~/.countersign/prompts/fix.md'],
      );
    }));

  it('B3 reads nothing of a home that does not count, as a workspace without trust', () =>
    withFiles({ 'prompts/fix.md': 'Fix it' }, async () => {
      assert.deepEqual(await new FilePromptLibrary(() => []).read(), []);
    }));

  const faults: readonly (readonly [string, string, string | Uint8Array, RegExp])[] = [
    ['front matter that is open', 'prompts/a.md', '---\ndescription: x\nText', /not closed by a line ---/],
    [
      'a line that is none',
      'prompts/a.md',
      '---\ndescription: x\nwhat is this\n---\nText',
      /line 3 .* not “name: value”/,
    ],
    ['an open quotation mark', 'prompts/a.md', '---\ndescription: "x\n---\nText', /“description” whose quotation mark/],
    ['another name', 'skills/a/SKILL.md', '---\nname: b\ndescription: x\n---\nText', /its name is “b”/],
    ['no description', 'skills/a/SKILL.md', 'Text', /no “description”/],
    ['no text', 'prompts/a.md', '---\ndescription: x\n---\n', /has no text/],
    ['the name of a command', 'prompts/plan.md', 'Text', /name of a command/],
    ['too many bytes', 'prompts/a.md', 'x'.repeat(maxPromptBytes + 1), /larger than 64 KiB/],
    ['other bytes than UTF-8', 'prompts/a.md', Uint8Array.of(0x41, 0xff), /not UTF-8/],
  ];
  for (const [what, name, text, fault] of faults) {
    it(`B3 says which file cannot be used, and why: ${what}`, () =>
      withFiles({ [name]: text }, async (read) => {
        const [prompt] = await read();
        assert.ok(prompt?.state === 'faulty');
        assert.equal(prompt.file, `.countersign/${name}`);
        assert.match(prompt.fault, fault);
      }));
  }

  it('B3 takes all of 64 KiB', () =>
    withFiles({ 'prompts/a.md': 'x'.repeat(maxPromptBytes) }, async (read) => {
      assert.equal((await read())[0]?.state, 'ready');
    }));

  it('B3 joins a description over several lines, and takes a byte order mark and other line ends', () =>
    withFiles(
      { 'prompts/a.md': '\ufeff---\r\n# a remark\r\ndescription: >-\r\n  one\r\n  two\r\n---\r\nText\r\n' },
      async (read) => {
        const [prompt] = await read();
        assert.ok(prompt?.state === 'ready');
        assert.deepEqual([prompt.description, prompt.body], ['one two', 'Text']);
      },
    ));

  if (process.platform !== 'win32') {
    it('B3 follows no link that leads out of its home', () =>
      withFiles({ 'prompts/x.md': 'x' }, async (read, folder) => {
        await writeFile(path.join(folder, '../secret'), 'the key');
        await symlink('../../../secret', path.join(folder, '.countersign/prompts/a.md'));
        const [prompt] = await read();
        assert.ok(prompt?.state === 'faulty');
        assert.equal(prompt.fault, 'is a link that leads elsewhere');
      }));

    it('B3 follows no folder that leads out of its home', () =>
      withFiles({ 'prompts/x.md': 'x' }, async (read, folder) => {
        await mkdir(path.join(folder, '../other/a'), { recursive: true });
        await writeFile(path.join(folder, '../other/a/SKILL.md'), skillText);
        await symlink('../../other', path.join(folder, '.countersign/skills'));
        assert.deepEqual(
          (await read()).map(({ name, state }) => [name, state]),
          [
            ['x', 'ready'],
            ['a', 'faulty'],
          ],
        );
      }));

    it('B3 follows a link within its home', () =>
      withFiles({ 'prompts/x.md': 'x', 'shared/text': 'Shared' }, async (read, folder) => {
        await symlink('../shared/text', path.join(folder, '.countersign/prompts/a.md'));
        assert.equal((await read())[0]?.state, 'ready');
      }));

    it('B3 does not read a folder as a file', () =>
      withFiles({ 'prompts/a.md/x': 'x' }, async (read) => {
        const [prompt] = await read();
        assert.ok(prompt?.state === 'faulty');
        assert.equal(prompt.fault, 'is not a file');
      }));
  }

  it('R5 a skill that allows the plan exit allows nothing: a person is shown the plan, and their no holds', () =>
    withFiles({ 'skills/review/SKILL.md': skillText }, async (read) => {
      const expansion = expandPrompt('/review', await read());
      assert.ok(expansion.state === 'expanded');
      const engine = anEngine({ answers: [exit], reviews: [dismiss] });
      await engine.prompt(expansion.text);
      assert.deepEqual([engine.shown.length, engine.register.mode], [1, 'plan']);
    }));
});
