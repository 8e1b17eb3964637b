import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from '../../../src/engine/runCommand';
import { aFolder, changesOf, never, type FolderUnderTest } from './support/aFolder';

async function filesIn(folder: string): Promise<readonly (readonly [string, string])[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return Promise.all(
    files
      .sort()
      .map(
        async (file) => [file, `${(await stat(file)).mtimeMs} ${(await readFile(file)).toString('base64')}`] as const,
      ),
  );
}

/** Restores a checkpoint and says what there is then. */
async function afterRestoring(folder: FolderUnderTest, id: string): Promise<Readonly<Record<string, string>>> {
  const restored = await folder.restore(id);
  assert.equal(restored.state, 'restored', JSON.stringify(restored));
  return folder.files();
}

describe('git checkpoints', function () {
  this.timeout(60_000);

  it('brings back what was changed and deleted, and deletes what came later', () =>
    aFolder({ 'a.txt': 'one\n', 'src/b.txt': 'two\n', 'gone.txt': 'three\n' }, async (folder) => {
      const before = await folder.files();
      const id = await folder.checkpoint();
      await folder.write('a.txt', 'changed\n');
      await folder.delete('gone.txt');
      await folder.write('new/deep/c.txt', 'new\n');
      assert.deepEqual(changesOf(await folder.compare(id)), [
        'changed a.txt',
        'created gone.txt',
        'deleted new/deep/c.txt',
      ]);
      assert.deepEqual(await afterRestoring(folder, id), before);
      assert.equal((await readdir(folder.path)).includes('new'), false);
    }));

  it('changes nothing in the folder when it records and compares', () =>
    aFolder({ 'a.txt': 'one\n', 'b.txt': 'two\n' }, async (folder) => {
      const id = await folder.checkpoint();
      await folder.write('a.txt', 'changed\n');
      const before = await filesIn(folder.path);
      await folder.compare(id);
      await folder.checkpoint();
      assert.deepEqual(await filesIn(folder.path), before);
    }));

  it('can be undone: how the folder was before a restore is a checkpoint too', () =>
    aFolder({ 'a.txt': 'one\n' }, async (folder) => {
      const id = await folder.checkpoint();
      await folder.write('a.txt', 'changed\n');
      await folder.write('b.txt', 'new\n');
      const changed = await folder.files();
      const restored = await folder.restore(id);
      assert.equal(restored.state, 'restored');
      assert.deepEqual(await afterRestoring(folder, restored.before), changed);
      const points = await folder.store.restores(never);
      assert.equal(points.at(-1)?.checkpointId, restored.before);
      assert.equal(points.length, 2);
    }));

  it('does nothing where the folder has changed since it was compared', () =>
    aFolder({ 'a.txt': 'one\n' }, async (folder) => {
      const id = await folder.checkpoint();
      await folder.write('a.txt', 'the agent\n');
      const plan = await folder.compare(id);
      await folder.write('a.txt', 'the person\n');
      assert.deepEqual(await folder.store.restore(plan, never), { state: 'changed-meanwhile' });
      assert.deepEqual(await folder.files(), { 'a.txt': 'the person\n' });
    }));

  it('leaves the person’s repository as it is: index, references, configuration, objects and hooks', () =>
    aFolder({ 'a.txt': 'one\n', 'b.txt': 'two\n' }, async (folder) => {
      await folder.git('init', '-q');
      await folder.git('add', '-A');
      await folder.git('commit', '-qm', 'first');
      await folder.write('b.txt', 'staged\n');
      await folder.git('add', 'b.txt');
      const hook = path.join(folder.path, '.git', 'hooks', 'post-index-change');
      await mkdir(path.dirname(hook), { recursive: true });
      await writeFile(hook, '#!/bin/sh\necho ran >> hook-ran\n', { mode: 0o755 });
      const own = path.join(folder.path, '.git');
      const before = await filesIn(own);
      const id = await folder.checkpoint();
      await folder.write('a.txt', 'changed\n');
      await folder.write('c.txt', 'new\n');
      await afterRestoring(folder, id);
      assert.deepEqual(await filesIn(own), before);
      assert.deepEqual(await folder.files(), { 'a.txt': 'one\n', 'b.txt': 'staged\n' });
      assert.equal(await folder.git('status', '--porcelain'), 'M  b.txt\n');
    }));

  it('leaves alone what is ignored, by the folder and by the person alone', () =>
    aFolder({ '.gitignore': '*.log\n', 'a.log': 'old\n', 'a.txt': 'one\n', 'mine.txt': 'old\n' }, async (folder) => {
      await folder.git('init', '-q');
      await folder.write('.git/info/exclude', 'mine.txt\n');
      await folder.write('node_modules/x/index.js', 'old\n');
      const id = await folder.checkpoint();
      for (const name of ['a.log', 'a.txt', 'mine.txt', 'node_modules/x/index.js']) await folder.write(name, 'new\n');
      assert.deepEqual(changesOf(await folder.compare(id)), ['changed a.txt']);
      assert.deepEqual(await afterRestoring(folder, id), {
        '.gitignore': '*.log\n',
        'a.log': 'new\n',
        'a.txt': 'one\n',
        'mine.txt': 'new\n',
        'node_modules/x/index.js': 'new\n',
      });
    }));

  it('never writes over a file that is not recorded now', () =>
    aFolder({ 'a.txt': 'one\n', 'b.txt': 'one\n' }, async (folder) => {
      const id = await folder.checkpoint();
      await folder.delete('a.txt');
      const later = folder.anotherStore();
      await folder.write('.gitignore', 'a.txt\n');
      await later.record(never);
      await folder.write('a.txt', 'not recorded\n');
      await folder.write('b.txt', 'changed\n');
      const plan = await folder.compare(id);
      assert.deepEqual(changesOf(plan), ['deleted .gitignore', 'changed b.txt']);
      assert.deepEqual(plan.leftAlone, ['a.txt']);
      assert.deepEqual(await afterRestoring(folder, id), { 'a.txt': 'not recorded\n', 'b.txt': 'one\n' });
    }));

  it('leaves out files that are too large, and neither deletes nor writes over one', () =>
    aFolder({ 'big.bin': 'x'.repeat(20_000), 'grows.txt': 'small\n', 'a.txt': 'one\n' }, async (folder) => {
      const recorded = await folder.store.record(never);
      assert.equal(recorded.state === 'recorded' && recorded.leftOut, 1);
      const id = await folder.checkpoint();
      await folder.write('big.bin', 'small now\n');
      await folder.write('grows.txt', 'y'.repeat(20_000));
      await folder.write('a.txt', 'changed\n');
      const plan = await folder.compare(id);
      assert.deepEqual(changesOf(plan), ['changed a.txt']);
      assert.deepEqual(plan.leftAlone, ['big.bin', 'grows.txt']);
      assert.deepEqual(await afterRestoring(folder, id), {
        'a.txt': 'one\n',
        'big.bin': 'small now\n',
        'grows.txt': 'y'.repeat(20_000),
      });
    }));

  it('refuses a workspace of which too much has changed', () =>
    aFolder(
      { 'a.txt': 'x'.repeat(90), 'b.txt': 'x'.repeat(90) },
      async (folder) => {
        const recorded = await folder.store.record(never);
        assert.equal(recorded.state === 'not-recorded' && recorded.code, 'too-large');
      },
      { limits: { maxFileBytes: 100, maxTotalBytes: 100, maxFiles: 10, maxMs: 30_000 } },
    ));

  it('gives bytes back as they were, whatever .gitattributes says of lines, filters and encodings', () => {
    const texts = {
      '.gitattributes':
        '* text=auto eol=lf\n*.crlf text eol=crlf\n*.u16 working-tree-encoding=UTF-16\n*.f filter=upper ident\n',
      'mixed.txt': 'a\r\nb\nc\r',
      'lf.crlf': 'a\nb\n',
      'x.u16': 'not UTF-16\n',
      'x.f': '$Id$ $Id: 1 $\n',
    };
    return aFolder(texts, async (folder) => {
      await folder.git('init', '-q');
      await folder.git('config', 'filter.upper.clean', 'tr a-z A-Z');
      await folder.write('bytes.bin', Buffer.from([0, 255, 13, 10, 128]));
      const before = await folder.files();
      const id = await folder.checkpoint();
      for (const name of Object.keys(before)) await folder.delete(name);
      assert.deepEqual(await afterRestoring(folder, id), before);
    });
  });

  it('keeps links as links and who may run a file', async function () {
    if (process.platform === 'win32') return;
    await aFolder({ 'run.sh': '#!/bin/sh\n', 'plain.sh': '', 'real/a.txt': 'one\n' }, async (folder) => {
      await chmod(path.join(folder.path, 'run.sh'), 0o755);
      await symlink('real/a.txt', path.join(folder.path, 'link'));
      await symlink('/nowhere/at/all', path.join(folder.path, 'dangling'));
      await symlink('real', path.join(folder.path, 'folder-link'));
      const before = await folder.files();
      const id = await folder.checkpoint();
      await chmod(path.join(folder.path, 'run.sh'), 0o644);
      await chmod(path.join(folder.path, 'plain.sh'), 0o755);
      await folder.delete('link');
      await folder.write('link', 'a file now\n');
      await folder.delete('folder-link');
      await folder.write('folder-link/b.txt', 'a folder now\n');
      await folder.delete('real');
      await symlink('src', path.join(folder.path, 'real'));
      assert.deepEqual(changesOf(await folder.compare(id)), [
        'created folder-link',
        'deleted folder-link/b.txt',
        'changed link',
        'changed plain.sh',
        'deleted real',
        'created real/a.txt',
        'changed run.sh',
      ]);
      assert.deepEqual(await afterRestoring(folder, id), before);
      const isExecutable = async (name: string): Promise<boolean> =>
        ((await stat(path.join(folder.path, name))).mode & 0o100) !== 0;
      assert.deepEqual([await isExecutable('run.sh'), await isExecutable('plain.sh')], [true, false]);
    });
  });

  it('follows no link out of the folder', async function () {
    if (process.platform === 'win32') return;
    await aFolder({ 'd/a.txt': 'one\n' }, async (folder) => {
      const id = await folder.checkpoint();
      const outside = path.join(folder.root, 'outside');
      await mkdir(outside);
      await writeFile(path.join(outside, 'a.txt'), 'outside\n');
      await folder.delete('d');
      await symlink(outside, path.join(folder.path, 'd'));
      assert.deepEqual(await afterRestoring(folder, id), { 'd/a.txt': 'one\n' });
      assert.equal(await readFile(path.join(outside, 'a.txt'), 'utf8'), 'outside\n');
    });
  });

  it('knows files by names that are unusual', async function () {
    if (process.platform === 'win32') return;
    const names = [
      'a b',
      ' lead',
      '-rf',
      '*',
      ':(top)x',
      'tab\tand\nline',
      '"quoted"',
      'ü/ñ/日本',
      '#',
      '!x',
      'back\\slash',
      '$(x)',
    ];
    await aFolder(Object.fromEntries(names.map((name) => [name, 'one\n'])), async (folder) => {
      const odd = Buffer.concat([Buffer.from(`${folder.path}/`), Buffer.from([0x6e, 0xff, 0xfe])]);
      await writeFile(odd, 'bytes\n');
      const before = await folder.files();
      const id = await folder.checkpoint();
      for (const name of names) await folder.write(name, 'changed\n');
      await writeFile(odd, 'changed\n');
      assert.equal((await folder.compare(id)).changes.length, names.length + 1);
      assert.deepEqual(await afterRestoring(folder, id), before);
      assert.equal(await readFile(odd, 'utf8'), 'bytes\n');
      await rm(odd);
      assert.deepEqual(changesOf(await folder.compare(id)), ['created n\ufffd\ufffd']);
    });
  });

  it('records the files of repositories below, and leaves their .git alone', () =>
    aFolder({ 'a.txt': 'one\n', 'sub/b.txt': 'one\n', 'sub/.gitignore': 'out\n', 'sub/out': 'x' }, async (folder) => {
      await folder.git('init', '-q');
      await folder.git('init', '-q', 'sub');
      await folder.git('init', '-q', 'sub/deeper');
      await folder.write('sub/deeper/c.txt', 'one\n');
      await folder.git('-C', 'sub/deeper', 'add', '-A');
      await folder.git('-C', 'sub/deeper', 'commit', '-qm', 'first');
      const own = await filesIn(path.join(folder.path, 'sub', '.git'));
      const before = await folder.files();
      const id = await folder.checkpoint();
      await folder.write('sub/b.txt', 'changed\n');
      await folder.write('sub/out', 'changed');
      await folder.write('sub/new.txt', 'new\n');
      await folder.delete('sub/deeper/c.txt');
      assert.deepEqual(changesOf(await folder.compare(id)), [
        'changed sub/b.txt',
        'created sub/deeper/c.txt',
        'deleted sub/new.txt',
      ]);
      assert.deepEqual(await afterRestoring(folder, id), { ...before, 'sub/out': 'changed' });
      assert.deepEqual(await filesIn(path.join(folder.path, 'sub', '.git')), own);
    }));

  it('records a folder inside a repository, by the .gitignore above it, and nothing beside it', () =>
    aFolder(
      { 'a.txt': 'one\n', 'x.log': 'old\n' },
      async (folder) => {
        const above = await folder.repositoryAbove('*.log\n');
        await writeFile(path.join(above, 'beside.txt'), 'old\n');
        const id = await folder.checkpoint();
        await folder.write('a.txt', 'changed\n');
        await folder.write('x.log', 'new\n');
        await folder.write('b.txt', 'new\n');
        await writeFile(path.join(above, 'beside.txt'), 'new\n');
        assert.deepEqual(changesOf(await folder.compare(id)), ['changed a.txt', 'deleted b.txt']);
        assert.deepEqual(await afterRestoring(folder, id), { 'a.txt': 'one\n', 'x.log': 'new\n' });
        assert.equal(await readFile(path.join(above, 'beside.txt'), 'utf8'), 'new\n');
        await folder.delete('a.txt');
        await folder.delete('x.log');
        const empty = await folder.checkpoint();
        await folder.write('later.txt', 'later\n');
        assert.deepEqual(await afterRestoring(folder, empty), {});
        assert.deepEqual(await afterRestoring(folder, id), { 'a.txt': 'one\n' });
      },
      { folder: 'above/work' },
    ));

  it('records a folder that the repository around it ignores as a whole', () =>
    aFolder(
      { 'a.txt': 'one\n' },
      async (folder) => {
        await folder.repositoryAbove('/work/\n');
        const id = await folder.checkpoint();
        await folder.write('a.txt', 'changed\n');
        assert.deepEqual(await afterRestoring(folder, id), { 'a.txt': 'one\n' });
      },
      { folder: 'above/work' },
    ));

  it('does not record its own storage where that lies in the folder', () =>
    aFolder(
      { 'work/a.txt': 'one\n' },
      async (folder) => {
        const id = await folder.checkpoint();
        await folder.write('work/a.txt', 'changed\n');
        assert.deepEqual(changesOf(await folder.compare(id)), ['changed work/a.txt']);
      },
      { folder: '.' },
    ));

  it('heeds nothing that the person has set for their own git', () =>
    aFolder({ 'a.txt': 'one\r\n', 'ignored-globally.txt': 'one\n' }, async (folder) => {
      const home = path.join(folder.root, 'home');
      const ran = path.join(folder.root, 'ran');
      const script = path.join(home, 'hooks', 'script');
      await mkdir(path.dirname(script), { recursive: true });
      await writeFile(script, `#!/bin/sh\necho "$0" >> ${ran}\n`, { mode: 0o755 });
      for (const hook of ['post-index-change', 'reference-transaction', 'post-checkout'])
        await symlink(script, path.join(home, 'hooks', hook));
      await writeFile(path.join(home, 'ignore'), 'ignored-globally.txt\n');
      await writeFile(
        path.join(home, '.gitconfig'),
        `[core]\nhooksPath = ${home}/hooks\nfsmonitor = ${script}\nautocrlf = input\nexcludesFile = ${home}/ignore\n[commit]\ngpgSign = true\n[gpg]\nprogram = ${script}\n[init]\ntemplateDir = ${home}/hooks\ndefaultObjectFormat = sha256\n`,
      );
      const env = {
        HOME: home,
        GIT_DIR: '/nowhere',
        GIT_INDEX_FILE: '/nowhere/index',
        GIT_COMMON_DIR: '/nowhere',
        GIT_OBJECT_DIRECTORY: '/nowhere/objects',
        GIT_CONFIG_GLOBAL: path.join(home, '.gitconfig'),
        GIT_TEMPLATE_DIR: home,
        GIT_CEILING_DIRECTORIES: '/',
      };
      const own = process.env;
      process.env = { ...own, ...env };
      try {
        const before = await folder.files();
        const id = await folder.checkpoint();
        for (const name of Object.keys(before)) await folder.write(name, 'changed\n');
        assert.deepEqual(await afterRestoring(folder, id), before);
      } finally {
        process.env = own;
      }
      assert.deepEqual((await readdir(folder.root)).sort(), ['home', 'storage', 'work']);
    }));

  it('lets several windows record at once', () =>
    aFolder({ 'a.txt': 'one\n', 'b.txt': 'two\n' }, async (folder) => {
      const stores = Array.from({ length: 6 }, () => folder.anotherStore());
      const recorded = await Promise.all(stores.map((store) => store.record(never)));
      assert.deepEqual(
        recorded.map(({ state }) => state),
        Array.from({ length: 6 }, () => 'recorded'),
      );
      const before = await folder.files();
      await folder.write('a.txt', 'changed\n');
      for (const one of recorded) {
        await folder.write('b.txt', 'changed again\n');
        assert.deepEqual(await afterRestoring(folder, one.state === 'recorded' ? one.id : ''), before);
      }
      assert.deepEqual(
        (await readdir(folder.storage)).filter((name) => !/^(index-|repository$)/.test(name)),
        [],
      );
    }));

  it('sees a change that has the size and the moment of what it replaces', () =>
    aFolder({ 'a.txt': 'one\n' }, async (folder) => {
      for (const text of ['two\n', 'six\n', 'ten\n', 'one\n']) {
        const id = await folder.checkpoint();
        const before = await folder.files();
        await folder.write('a.txt', text);
        await folder.checkpoint();
        assert.deepEqual(await afterRestoring(folder, id), before);
        await folder.write('a.txt', text);
      }
    }));

  it('says that git is missing, and works once it is there', () =>
    aFolder({ 'a.txt': 'one\n' }, async (folder) => {
      let program = path.join(folder.root, 'no-git');
      const store = folder.anotherStore({ program: () => program });
      const recorded = await store.record(never);
      assert.equal(recorded.state === 'not-recorded' && recorded.code, 'git-missing');
      program = 'git';
      assert.equal((await store.record(never)).state, 'recorded');
    }));

  it('says that its storage cannot be written', () =>
    aFolder({ 'a.txt': 'one\n' }, async (folder) => {
      const file = path.join(folder.root, 'a-file');
      await writeFile(file, '');
      const recorded = await folder.anotherStore({ storage: path.join(file, 'below') }).record(never);
      assert.equal(recorded.state === 'not-recorded' && recorded.code, 'storage');
    }));

  it('ends when it is cancelled, and when its time is up', () =>
    aFolder({ 'a.txt': 'one\n' }, async (folder) => {
      assert.deepEqual(await folder.store.record(AbortSignal.abort()), { state: 'cancelled' });
      const stop = new AbortController();
      const slow = folder.anotherStore({
        run: (command, signal) => {
          if (command.run.kind === 'program' && command.run.args.includes('update-index')) stop.abort();
          return runCommand(command, signal);
        },
      });
      assert.deepEqual(await slow.record(stop.signal), { state: 'cancelled' });
      const limits = { maxFileBytes: 100, maxTotalBytes: 1_000, maxFiles: 10, maxMs: 1 };
      const recorded = await folder.anotherStore({ limits }).record(never);
      assert.equal(recorded.state === 'not-recorded' && recorded.code, 'timed-out');
      await folder.checkpoint();
    }));

  it('is not stopped half way once it writes, and says nothing was written where it was stopped before', () =>
    aFolder({ 'a.txt': 'one\n', 'b.txt': 'two\n' }, async (folder) => {
      const id = await folder.checkpoint();
      await folder.write('a.txt', 'changed\n');
      const plan = await folder.compare(id);
      assert.deepEqual(await folder.store.restore(plan, AbortSignal.abort()), { state: 'cancelled' });
      assert.deepEqual(await folder.files(), { 'a.txt': 'changed\n', 'b.txt': 'two\n' });
      const stop = new AbortController();
      const store = folder.anotherStore({
        run: (command, signal) => {
          if (command.run.kind === 'program' && command.run.args.includes('-u')) stop.abort();
          return runCommand(command, signal);
        },
      });
      assert.equal((await store.restore(plan, stop.signal)).state, 'restored');
      assert.deepEqual(await folder.files(), { 'a.txt': 'one\n', 'b.txt': 'two\n' });
    }));

  it('writes nothing where a file changes in the last moment', () =>
    aFolder({ 'a.txt': 'one\n', 'b.txt': 'two\n' }, async (folder) => {
      const id = await folder.checkpoint();
      await folder.write('a.txt', 'changed\n');
      await folder.write('b.txt', 'changed\n');
      const plan = await folder.compare(id);
      const store = folder.anotherStore({
        run: async (command, signal) => {
          if (command.run.kind === 'program' && command.run.args.includes('-u'))
            await folder.write('b.txt', 'the person’s\n');
          return runCommand(command, signal);
        },
      });
      const restored = await store.restore(plan, never);
      assert.deepEqual(restored, { state: 'changed-meanwhile' });
      assert.equal((await folder.files())['a.txt'], 'changed\n');
      assert.match(await readFile(path.join(folder.path, 'b.txt'), 'utf8'), /^the person’s/);
    }));

  it('says how many files are not as they were to be', () =>
    aFolder({ 'a.txt': 'one\n', 'b.txt': 'two\n' }, async (folder) => {
      const id = await folder.checkpoint();
      await folder.write('a.txt', 'changed\n');
      await folder.write('b.txt', 'changed\n');
      const plan = await folder.compare(id);
      const store = folder.anotherStore({
        run: async (command, signal) => {
          const end = await runCommand(command, signal);
          if (command.run.kind === 'program' && command.run.args.includes('-u')) await folder.write('b.txt', 'late\n');
          return end;
        },
      });
      const restored = await store.restore(plan, never);
      assert.equal(restored.state, 'incomplete');
      assert.equal(restored.left, 1);
      await folder.restore(restored.before);
      assert.deepEqual(await folder.files(), { 'a.txt': 'changed\n', 'b.txt': 'changed\n' });
    }));

  it('knows nothing of checkpoints that it did not make', () =>
    aFolder({ 'a.txt': 'one\n' }, async (folder) => {
      for (const id of ['', 'HEAD', '--all', '0'.repeat(40), 'f'.repeat(40)])
        assert.deepEqual(await folder.store.compare(id, never), { state: 'gone' }, id);
    }));

  it('gives the content of a recorded file', () =>
    aFolder({ 'a.txt': 'é\n' }, async (folder) => {
      const id = await folder.checkpoint();
      await folder.write('a.txt', 'now\n');
      const [change] = (await folder.compare(id)).changes;
      const text = async (objectId = ''): Promise<string | undefined> =>
        (await folder.store.content(objectId, never))?.toString('utf8');
      assert.deepEqual([await text(change?.now?.objectId), await text(change?.then?.objectId)], ['now\n', 'é\n']);
      assert.equal(await folder.store.content('f'.repeat(40), never), undefined);
    }));

  it('leaves nothing of its own in the folder', () =>
    aFolder({ 'a.txt': 'one\n' }, async (folder) => {
      const id = await folder.checkpoint();
      await folder.write('a.txt', 'changed\n');
      await folder.restore(id);
      assert.deepEqual(await readdir(folder.path), ['a.txt']);
    }));
});
