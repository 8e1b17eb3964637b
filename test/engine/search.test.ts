import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { NodeSearch } from '../../src/engine/nodeSearch';
import { RipgrepSearch } from '../../src/engine/ripgrepSearch';
import { runCommand, type RunCommand } from '../../src/engine/runCommand';
import type { LinesQuery, Search } from '../../src/engine/search';
import { ripgrepProgram } from './support/ripgrep';

const ripgrep = ripgrepProgram();
const implementations: readonly (readonly [string, Search | undefined])[] = [
  ['NodeSearch', new NodeSearch()],
  ['RipgrepSearch', ripgrep === undefined ? undefined : new RipgrepSearch(ripgrep, runCommand)],
];

const texts: Readonly<Record<string, string | Buffer>> = {
  '.gitignore': 'ignored.ts\n',
  '.hidden/a.ts': 'needle hidden\n',
  'README.md': '# Needle\nno\n\nneedle in two\n',
  'a-b.ts': 'x',
  'a/b.ts': 'needle a\r\nsecond\r\n',
  'a/c/d.test.ts': 'none\n  const needle = "ü";\n',
  'a.ts': 'needle(1)\nneedle(2)',
  'binary.bin': Buffer.from('needle\n\0\nneedle\n'),
  'big.txt': 'needle\n'.repeat(300_000),
  'ignored.ts': 'needle ignored\n',
  'latin.txt': Buffer.from([0x6e, 0x65, 0x65, 0x64, 0x6c, 0x65, 0x20, 0xe9, 0x0a]),
  'node_modules/x/a.ts': 'needle\n',
  'a/dist/a.ts': 'needle\n',
  'with space/ü.ts': 'needle ü\n',
  empty: '',
};

for (const [name, search] of implementations) {
  describe(`search contract: ${name}`, function () {
    this.timeout(20_000);
    let root = '';
    const never = new AbortController().signal;

    before(async function () {
      if (!search) {
        this.skip();
        return;
      }
      root = await realpath(await mkdtemp(join(tmpdir(), 'search-')));
      for (const [path, text] of Object.entries(texts)) {
        await mkdir(dirname(join(root, path)), { recursive: true });
        await writeFile(join(root, path), text);
      }
      await symlink('a.ts', join(root, 'link.ts'));
      await symlink('a', join(root, 'linked'));
    });
    after(async () => {
      if (root !== '') await rm(root, { recursive: true });
    });

    const found = async (glob: string, maxFiles = 100): Promise<unknown> => {
      assert.ok(search);
      const result = await search.files({ folder: root, glob, maxFiles }, never);
      return result.state === 'found' ? [...result.paths, ...(result.isComplete ? [] : ['…'])] : result.code;
    };
    const lines = async (query: Partial<LinesQuery> & { pattern: string }): Promise<unknown> => {
      assert.ok(search);
      const all = { folder: root, ignoresCase: false, maxLines: 100, ...query };
      const result = await search.lines(all, never);
      if (result.state === 'failed') return result.code;
      return [
        ...result.lines.map(({ path, line, text }) => `${path}:${line}:${text}`),
        ...(result.isComplete ? [] : ['…']),
      ];
    };

    const globs: readonly (readonly [string, readonly string[] | string])[] = [
      ['*.md', ['README.md']],
      ['*.test.ts', ['a/c/d.test.ts']],
      ['**/*.test.ts', ['a/c/d.test.ts']],
      ['*.ts', ['.hidden/a.ts', 'a/b.ts', 'a/c/d.test.ts', 'a-b.ts', 'a.ts', 'ignored.ts', 'with space/ü.ts']],
      ['/*.ts', ['a-b.ts', 'a.ts', 'ignored.ts']],
      ['./*.ts', ['a-b.ts', 'a.ts', 'ignored.ts']],
      ['a/*', ['a/b.ts']],
      ['a/**', ['a/b.ts', 'a/c/d.test.ts']],
      ['a/**/*.ts', ['a/b.ts', 'a/c/d.test.ts']],
      ['**/c/*', ['a/c/d.test.ts']],
      ['?.ts', ['.hidden/a.ts', 'a/b.ts', 'a.ts', 'with space/ü.ts']],
      ['[ab].ts', ['.hidden/a.ts', 'a/b.ts', 'a.ts']],
      ['[!a].ts', ['a/b.ts', 'with space/ü.ts']],
      ['{a,b}.{ts,js}', ['.hidden/a.ts', 'a/b.ts', 'a.ts']],
      ['A.ts', []],
      ['a', []],
      ['node_modules/**', []],
      ['!*.ts', 'bad-glob'],
      ['', 'bad-glob'],
      ['a/', 'bad-glob'],
      ['{a', 'bad-glob'],
      ['[a', 'bad-glob'],
    ];
    for (const [glob, expected] of globs) {
      it(`finds files by ${JSON.stringify(glob)}`, async () => assert.deepEqual(await found(glob), expected));
    }

    it('says that there are more files', async () => {
      assert.deepEqual(await found('*.ts', 2), ['.hidden/a.ts', 'a/b.ts', '…']);
    });

    it('finds lines, and none in what is large, no text, linked or made by tools', async () => {
      assert.deepEqual(await lines({ pattern: 'needle' }), [
        '.hidden/a.ts:1:needle hidden',
        'README.md:4:needle in two',
        'a/b.ts:1:needle a',
        'a/c/d.test.ts:2:  const needle = "ü";',
        'a.ts:1:needle(1)',
        'a.ts:2:needle(2)',
        'ignored.ts:1:needle ignored',
        'latin.txt:1:needle \ufffd',
        'with space/ü.ts:1:needle ü',
      ]);
    });

    const patterns: readonly (readonly [
      string,
      Partial<LinesQuery> & { pattern: string },
      readonly string[] | string,
    ])[] = [
      ['without regard to case', { pattern: '^# NEEDLE', ignoresCase: true }, ['README.md:1:# Needle']],
      ['at the end of a line that ends with CRLF', { pattern: 'needle a$' }, ['a/b.ts:1:needle a']],
      [
        'by an expression',
        { pattern: String.raw`needle\((\d|x)\)$`, glob: '*.ts' },
        ['a.ts:1:needle(1)', 'a.ts:2:needle(2)'],
      ],
      ['with a look around', { pattern: 'needle(?! )', glob: 'a.ts' }, ['a.ts:1:needle(1)', 'a.ts:2:needle(2)']],
      ['that begins like an option', { pattern: '-x|^second' }, ['a/b.ts:2:second']],
      ['in files of one kind', { pattern: 'needle', glob: '*.md' }, ['README.md:4:needle in two']],
      ['in one file', { pattern: 'needle', file: 'README.md' }, ['README.md:4:needle in two']],
      [
        'in one file, whatever the glob says',
        { pattern: 'needle', file: 'README.md', glob: '*.ts' },
        ['README.md:4:needle in two'],
      ],
      ['beyond a number of them', { pattern: 'needle', maxLines: 1 }, ['.hidden/a.ts:1:needle hidden', '…']],
      ['that is not there', { pattern: 'haystack' }, []],
      ['that is empty', { pattern: '^$' }, ['README.md:3:']],
      ['by an expression that is none', { pattern: '(' }, 'bad-pattern'],
      ['by a glob that is none', { pattern: 'x', glob: '!x' }, 'bad-glob'],
    ];
    for (const [what, query, expected] of patterns) {
      it(`finds a line ${what}`, async () => assert.deepEqual(await lines(query), expected));
    }

    const isKeptOut = (path: string): boolean => path.startsWith('a/');
    it('S3 finds neither files nor lines in what is kept out, and says that something was', async () => {
      assert.ok(search);
      const files = await search.files({ folder: root, glob: '*.ts', isKeptOut, maxFiles: 2 }, never);
      const query = { folder: root, pattern: 'needle', ignoresCase: false, glob: '*b.ts', isKeptOut, maxLines: 9 };
      assert.deepEqual(
        [files, await search.lines(query, never)],
        [
          { state: 'found', paths: ['.hidden/a.ts', 'a-b.ts'], isComplete: false, isSomeKeptOut: true },
          { state: 'found', lines: [], isComplete: true, isSomeKeptOut: true },
        ],
      );
    });

    it('S3 says the same of what is kept out, whatever stands in it', async () => {
      assert.ok(search);
      const query = { folder: root, ignoresCase: false, isKeptOut, maxLines: 9, glob: 'a-b.ts' };
      const none = await search.lines({ ...query, pattern: 'needle' }, never);
      const some = await search.lines({ ...query, glob: '*.ts', pattern: 'haystack' }, never);
      assert.deepEqual(
        [none, some].map((each) => each.state === 'found' && each.isSomeKeptOut),
        [false, true],
      );
    });

    it('stops when it is told to, and says that it is not complete', async () => {
      assert.ok(search);
      const stop = new AbortController();
      stop.abort();
      const query = { folder: root, pattern: 'needle', ignoresCase: false, maxLines: 100 };
      const result = await search.lines(query, stop.signal);
      assert.deepEqual(result, { state: 'found', lines: [], isComplete: false, isSomeKeptOut: false });
    });
  });
}

describe('search contract: RipgrepSearch', () => {
  it('says that a pattern takes too long where the program had to be stopped', async () => {
    const stopped: RunCommand = () => Promise.resolve({ state: 'timed-out', stdout: '', stderr: '', isCut: false });
    const query = { folder: tmpdir(), pattern: '(a+)+\\1', ignoresCase: false, maxLines: 1 };
    const found = await new RipgrepSearch('rg', stopped).lines(query, new AbortController().signal);
    assert.equal(found.state === 'failed' && found.code, 'too-slow');
  });

  it('says that a program which is not there cannot search', async () => {
    const search = new RipgrepSearch(join(tmpdir(), 'no-such-program'), runCommand);
    const found = await search.files({ folder: tmpdir(), glob: '*', maxFiles: 1 }, new AbortController().signal);
    assert.equal(found.state === 'failed' && found.code, 'unavailable');
  });
});

describe('search contract: NodeSearch', () => {
  it('ends a pattern that would never come to an end, while everything else goes on', async () => {
    const root = await mkdtemp(join(tmpdir(), 'search-'));
    try {
      await writeFile(join(root, 'a.txt'), `${'a'.repeat(200)}b\n`);
      let turns = 0;
      const ticking = setInterval(() => (turns += 1), 5);
      const query = { folder: root, pattern: '^(a+)+$', ignoresCase: false, maxLines: 1 };
      const found = await new NodeSearch(200).lines(query, new AbortController().signal);
      clearInterval(ticking);
      assert.equal(found.state === 'failed' && found.code, 'too-slow');
      assert.ok(turns > 5, `The event loop went on ${turns} times.`);
    } finally {
      await rm(root, { recursive: true });
    }
  });

  it('S1 stops such a pattern when it is told to', async () => {
    const root = await mkdtemp(join(tmpdir(), 'search-'));
    try {
      await writeFile(join(root, 'a.txt'), `${'a'.repeat(200)}b\n`);
      const stop = new AbortController();
      const query = { folder: root, pattern: '^(a+)+$', ignoresCase: false, maxLines: 1 };
      const searching = new NodeSearch(60_000).lines(query, stop.signal);
      setTimeout(() => stop.abort(), 50);
      assert.deepEqual(await searching, { state: 'found', lines: [], isComplete: false, isSomeKeptOut: false });
    } finally {
      await rm(root, { recursive: true });
    }
  });
});
