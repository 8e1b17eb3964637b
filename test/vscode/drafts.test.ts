import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReviewDraft } from '../../src/protocol/reviewMessages';
import { ReviewDrafts } from '../../src/vscode/drafts';
import { useTempFolder } from './support/tempFolder';

const draft: ReviewDraft = { note: 'half a sent', tab: 'changes', scrollTop: 40, comments: [] };
const none = { note: '', tab: null, scrollTop: 0, comments: [] };

describe('drafts of reviews', () => {
  const folder = useTempFolder();
  let faults: unknown[] = [];
  const drafts = (at = folder()): ReviewDrafts => new ReviewDrafts(at, (cause) => faults.push(cause));

  beforeEach(() => {
    faults = [];
  });

  it('I07 survive a restart', async () => {
    await drafts().write('one', draft);
    assert.deepEqual(await drafts().read('one'), draft);
  });

  it('I07 never appear on another review', async () => {
    await drafts().write('one', draft);
    assert.deepEqual(await drafts().read('two'), none);
  });

  it('are empty where there are none, and nothing is reported', async () => {
    assert.deepEqual([await drafts().read('one'), faults], [none, []]);
  });

  for (const [name, text] of Object.entries({ torn: '{"note":"ha', 'of another shape': '{"note":1}' })) {
    it(`are empty where the file is ${name}, and that is reported`, async () => {
      await writeFile(path.join(folder(), 'one.json'), text);
      assert.deepEqual([await drafts().read('one'), faults.length], [none, 1]);
    });
  }

  it('I07 are gone when what was begun was sent', async () => {
    const kept = drafts();
    await kept.write('one', draft);
    kept.forget('one');
    await kept.settled();
    assert.deepEqual([await readdir(folder()), await kept.read('one')], [[], none]);
  });

  it('keep the last of many writes', async () => {
    const kept = drafts();
    for (const note of ['a', 'b', 'c']) void kept.write('one', { ...draft, note });
    await kept.settled();
    assert.equal((await drafts().read('one')).note, 'c');
  });

  it('keep what is written while the file is being read', async () => {
    const kept = drafts();
    const reading = kept.read('one');
    await kept.write('one', draft);
    assert.deepEqual([await reading, await kept.read('one')], [draft, draft]);
  });

  it('stay in memory where they cannot be written, and that is reported', async () => {
    await writeFile(path.join(folder(), 'file'), '');
    const kept = drafts(path.join(folder(), 'file'));
    await kept.write('one', draft);
    assert.deepEqual([await kept.read('one'), faults.length], [draft, 1]);
  });

  it('keep to their folder whatever the id is', async () => {
    await mkdir(path.join(folder(), 'drafts'));
    await drafts(path.join(folder(), 'drafts')).write('../outside', draft);
    assert.deepEqual(await readdir(folder()), ['drafts']);
  });
});
