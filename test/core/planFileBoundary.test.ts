import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  planFileBoundary,
  type BoundaryCall,
  type BoundaryReason,
  type BoundaryVerdict,
  type PathFacts,
} from '../../src/core/planFileBoundary';
import { lookAt, type FileTree, type Thing } from './fileTree';
import { modesButPlan } from './modesButPlan';

const posix: FileTree = {
  style: 'posix',
  isCaseSensitive: true,
  things: {
    '/w': 'directory',
    '/w/plans': 'directory',
    '/w/plans/plan.md': 'file',
    '/w/src/x.ts': 'file',
    '/w/same': { linkTo: '/w/plans' },
    '/w/away': { linkTo: '/etc' },
    '/w/plans/link.md': { linkTo: '/etc/passwd' },
    '/w/plans/to-plan.md': { linkTo: '/w/plans/plan.md' },
  },
};
const windows: FileTree = {
  style: 'windows',
  isCaseSensitive: false,
  things: { 'C:\\w\\plans': 'directory', 'C:\\w\\plans\\plan.md': 'file', 'C:\\w\\same': { linkTo: 'C:\\w\\plans' } },
};

describe('plan-file boundary, posix', () => {
  const spellings = [
    'plans/plan.md',
    './plans/plan.md',
    'plans/./plan.md',
    'plans//plan.md',
    'plans/../plans/plan.md',
    'src/../plans/plan.md',
    '/w/plans/plan.md',
    '/w/./plans/plan.md',
    '//w/plans/plan.md',
    '../w/plans/plan.md',
    'same/plan.md',
    '/w/same/../plans/plan.md',
    'plans/plan.md/',
    'nowhere/../plans/plan.md',
    '../../../../w/plans/plan.md',
  ];
  for (const path of spellings) {
    it(`H1 N06 I41 ${path} is the plan file`, async () => {
      assert.deepEqual(await write(path), planFileWrite);
    });
  }

  const hostile: readonly (readonly [string, BoundaryReason])[] = [
    ['/etc/passwd', 'not-the-plan-file'],
    ['../../.env', 'not-the-plan-file'],
    ['src/x.ts', 'not-the-plan-file'],
    ['./src/x.ts', 'not-the-plan-file'],
    ['sub/../src/x.ts', 'not-the-plan-file'],
    ['plans/plan.md.bak', 'not-the-plan-file'],
    ['plans/PLAN.md', 'not-the-plan-file'],
    ['plans/plan%2Emd', 'not-the-plan-file'],
    ['plans%2Fplan.md', 'not-the-plan-file'],
    ['plans\\plan.md', 'not-the-plan-file'],
    [' plans/plan.md', 'not-the-plan-file'],
    ['plans/plan.md ', 'not-the-plan-file'],
    ['plans/plan.md\n', 'not-the-plan-file'],
    ['plans/plan.md\u200B', 'not-the-plan-file'],
    ['away/plan.md', 'not-the-plan-file'],
    ['plans/plan.md::$DATA', 'not-the-plan-file'],
    ['C:\\w\\plans\\plan.md', 'not-the-plan-file'],
    ['plans/plan.md/../../src/x.ts', 'not-the-plan-file'],
    ['.', 'directory'],
    ['plans', 'directory'],
    ['/', 'not-the-plan-file'],
    ['plans/link.md', 'symlink'],
    ['plans/to-plan.md', 'symlink'],
    ['', 'empty-path'],
    ['  ', 'empty-path'],
    ['plans/plan.md\0', 'nul'],
    ['\0plans/plan.md', 'nul'],
    ['file:///w/plans/plan.md', 'url'],
    ['FILE:/w/plans/plan.md', 'url'],
    ['https://example.org/plan.md', 'url'],
    ['vscode-remote://host/w/plans/plan.md', 'url'],
    ['~/plan.md', 'home-relative'],
    ['~root/plan.md', 'home-relative'],
  ];
  for (const [path, reason] of hostile) {
    it(`H3 N02 A05 refuses ${JSON.stringify(path)}: ${reason}`, async () => {
      assert.deepEqual(await write(path), { kind: 'forbidden', reason });
    });
  }

  const odd: Readonly<Record<BoundaryReason & ('symlink' | 'hard-link' | 'directory' | 'not-regular'), Thing>> = {
    symlink: { linkTo: '/w/src/x.ts' },
    'hard-link': 'hard-linked file',
    directory: 'directory',
    'not-regular': 'device',
  };
  for (const [reason, thing] of Object.entries(odd)) {
    it(`H3 refuses the plan file itself where it is: ${reason}`, async () => {
      const tree = { ...posix, things: { ...posix.things, '/w/plans/plan.md': thing } };
      assert.deepEqual(await write('plans/plan.md', {}, tree), { kind: 'forbidden', reason });
    });
  }

  it('H3 allows the plan file on before it exists', async () => {
    const tree = { ...posix, things: { '/w': 'directory' as const } };
    assert.deepEqual(await write('plans/plan.md', {}, tree), planFileWrite);
  });

  it('H3 takes another case for the plan file where the file system does', async () => {
    assert.deepEqual(await write('Plans/PLAN.MD', {}, { ...posix, isCaseSensitive: false }), planFileWrite);
  });

  it('H3 takes no other place for the plan file because one of the two ignores case', async () => {
    const look = lookAt(posix);
    const verdict = await planFileBoundary(aCall({ file_path: 'PLANS/plan.md' }), async (path) => ({
      ...(await look(path)),
      isCaseSensitive: path !== '/w/plans/plan.md',
    }));
    assert.deepEqual(verdict, { kind: 'forbidden', reason: 'not-the-plan-file' });
  });

  it('H3 refuses every write where the session has no plan file', async () => {
    assert.deepEqual(await write('plans/plan.md', { planFile: undefined }), {
      kind: 'forbidden',
      reason: 'not-the-plan-file',
    });
  });

  it('H1 names the real path of the plan file, so that the write can go there', async () => {
    assert.deepEqual(await write('same/plan.md', { planFile: '/w/same/plan.md' }), planFileWrite);
  });

  it('H3 rejects, and so allows nothing, when the file system fails', async () => {
    await assert.rejects(planFileBoundary(aCall({ path: 'plans/plan.md' }), () => Promise.reject(new Error('EIO'))));
  });

  for (const mode of modesButPlan) {
    it(`H1 says nothing about writes in ${mode}`, async () => {
      assert.deepEqual(await write('/etc/passwd', { mode }), { kind: 'not-plan' });
    });
  }
});

describe('plan-file boundary, windows', () => {
  const spellings = [
    'plans\\plan.md',
    'plans/plan.md',
    '.\\plans\\plan.md',
    'C:\\w\\plans\\plan.md',
    'c:/w/plans/plan.md',
    'C:/W/PLANS/PLAN.MD',
    '\\w\\plans\\plan.md',
    'plans\\plan.md.',
    'plans\\plan.md ',
    'plans.\\plan.md',
    'src\\..\\plans\\plan.md',
    'same\\plan.md',
    'plans\\plan.md\\',
  ];
  for (const path of spellings) {
    it(`H1 N06 I41 ${path} is the plan file`, async () => {
      assert.deepEqual(await writeOnWindows(path), { kind: 'plan-file-write', path: 'C:\\w\\plans\\plan.md' });
    });
  }

  const hostile: readonly (readonly [string, BoundaryReason])[] = [
    ['C:\\Windows\\win.ini', 'not-the-plan-file'],
    ['D:\\w\\plans\\plan.md', 'not-the-plan-file'],
    ['..\\..\\.env', 'not-the-plan-file'],
    ['plans\\plan.md::$DATA', 'alternate-stream'],
    ['plans\\plan.md:hidden', 'alternate-stream'],
    ['plans:stream\\plan.md', 'alternate-stream'],
    ['/C:/w/plans/plan.md', 'alternate-stream'],
    ['C:plans\\plan.md', 'drive-relative'],
    ['C:', 'drive-relative'],
    ['\\\\server\\share\\plan.md', 'unc'],
    ['//server/share/plan.md', 'unc'],
    ['\\\\?\\C:\\w\\plans\\plan.md', 'device'],
    ['\\\\.\\C:\\w\\plans\\plan.md', 'device'],
    ['//?/C:/w/plans/plan.md', 'device'],
    ['CON', 'device'],
    ['CON.md', 'device'],
    ['plans\\con.md', 'device'],
    ['plans\\nul', 'device'],
    ['plans\\AUX .md', 'device'],
    ['COM1', 'device'],
    ['com¹.md', 'device'],
    ['lpt9.txt', 'device'],
    ['CONOUT$', 'device'],
    ['nul\\plan.md', 'device'],
    ['src\\...\\plan.md', 'empty-path'],
    ['src\\.. \\plans\\plan.md', 'empty-path'],
    ['src\\ \\plan.md', 'empty-path'],
    ['file:///C:/w/plans/plan.md', 'url'],
    ['~\\plan.md', 'home-relative'],
    ['plans\\plan.md\0', 'nul'],
  ];
  for (const [path, reason] of hostile) {
    it(`H3 N02 refuses ${JSON.stringify(path)}: ${reason}`, async () => {
      assert.deepEqual(await writeOnWindows(path), { kind: 'forbidden', reason });
    });
  }

  it('H3 finds the plan file of a workspace on a network share', async () => {
    const tree: FileTree = { ...windows, things: {} };
    const call = { cwd: '\\\\server\\share\\w', planFile: '\\\\server\\share\\w\\plan.md' };
    assert.deepEqual(await writeOnWindows('..\\..\\..\\w\\plan.md', call, tree), {
      kind: 'plan-file-write',
      path: '\\\\SERVER\\SHARE\\w\\plan.md',
    });
  });
});

describe('plan-file boundary, what a call writes', () => {
  const aliases = [
    'write',
    'write_file',
    'WriteFile',
    'write-file',
    'Edit',
    'edit_file',
    'replace',
    'str_replace',
    'MultiEdit',
    'apply_edit',
    'NotebookEdit',
    'create_file',
    'delete_file',
    'move_file',
    'rename_file',
    'fs/write_text_file',
  ];
  for (const toolName of aliases) {
    it(`H1 knows ${toolName} as a writer`, async () => {
      assert.deepEqual(
        [await verdict({ file_path: 'src/x.ts' }, toolName), await verdict({ file_path: 'plans/plan.md' }, toolName)],
        [{ kind: 'forbidden', reason: 'not-the-plan-file' }, planFileWrite],
      );
    });
  }

  for (const key of [
    'path',
    'file_path',
    'filePath',
    'FilePath',
    'file-path',
    'absolute_path',
    'filename',
    'target_file',
    'notebook_path',
    'paths',
    'files',
  ]) {
    it(`H1 finds the target under ${key}`, async () => {
      const value = key === 'paths' || key === 'files' ? ['src/x.ts'] : 'src/x.ts';
      assert.deepEqual(await verdict({ [key]: value }), { kind: 'forbidden', reason: 'not-the-plan-file' });
    });
  }

  for (const toolName of [
    'read_file',
    'ReadFile',
    'grep',
    'glob',
    'list_directory',
    'ExitPlanMode',
    'exit_plan_mode',
    'enter_plan_mode',
    'ask_user_question',
  ]) {
    it(`H1 B06 says nothing about ${toolName}`, async () => {
      assert.deepEqual(await verdict({ path: '/etc/passwd' }, toolName), { kind: 'not-plan' });
    });
  }

  const unknownTools = [
    '',
    ' ',
    'bash',
    'run_shell_command',
    'terminal/create',
    'apply_patch',
    'mcp__files__write',
    'read_and_write',
    'rеad_file',
    'readé',
    'read file',
    'r.e.a.d',
    'mcp/read',
    'thin\u212A',
    '__proto__',
    'constructor',
    'toString',
  ];
  for (const toolName of unknownTools) {
    it(`H1 A05 refuses the tool ${JSON.stringify(toolName)}, of which nothing is known`, async () => {
      assert.deepEqual(await verdict({ path: 'plans/plan.md' }, toolName), {
        kind: 'forbidden',
        reason: 'unknown-target',
      });
    });
  }

  const several: readonly Readonly<Record<string, unknown>>[] = [
    { path: 'plans/plan.md', file_path: 'src/x.ts' },
    { paths: ['plans/plan.md', 'src/x.ts'] },
    { path: 'plans/plan.md', edits: [{ path: 'src/x.ts', old: 'a' }] },
    { edits: [{ file: 'plans/plan.md' }, { file: 'src/x.ts' }] },
    { from: 'plans/plan.md', to: 'src/x.ts' },
    { source: 'plans/plan.md', destination: 'src/x.ts' },
    { path: 'plans/plan.md', options: { path: 'src/x.ts' } },
    { path: 'plans/plan.md', edits: [{ range: { start: { file: 'src/x.ts' } } }] },
    { path: 'plans/plan.md', content: [{ path: 'src/x.ts' }] },
  ];
  for (const args of several) {
    it(`H3 refuses several targets: ${JSON.stringify(args)}`, async () => {
      assert.deepEqual(await verdict(args), { kind: 'forbidden', reason: 'several-targets' });
    });
  }

  const untold: readonly Readonly<Record<string, unknown>>[] = [
    {},
    { content: 'x' },
    { path: 7 },
    { path: null },
    { path: { toString: 'plans/plan.md' } },
    { paths: [['plans/plan.md']] },
    { paths: [null] },
    { path: 'plans/plan.md', paths: ['plans/plan.md', ['src/x.ts']] },
    { edits: 'src/x.ts' },
    { edits: { path: 'plans/plan.md' } },
    { changes: { 'src/x.ts': 'new' } },
    { edits: [{ path: ['plans/plan.md', 7] }] },
    { path: 'plans/plan.md', then_run: 'rm -rf .' },
    { path: 'plans/plan.md', thenRun: 'rm -rf .' },
    { path: 'plans/plan.md', edits: [{ then_run: 'rm -rf .' }] },
    { path: 'plans/plan.md', command: 'rm -rf .' },
    { path: 'plans/plan.md', cwd: '/etc' },
    { path: 'plans/plan.md', output_file: 'src/x.ts' },
    { path: 'plans/plan.md', uri: 'file:///etc/passwd' },
    { path: 'plans/plan.md', root: '/' },
    { path: 'plans/plan.md', file_text: { path: 'src/x.ts' } },
  ];
  for (const args of untold) {
    it(`H1 B6 refuses what cannot be told: ${JSON.stringify(args)}`, async () => {
      assert.deepEqual(await verdict(args), { kind: 'forbidden', reason: 'unknown-target' });
    });
  }

  it('A09 tells from the path alone, before there is any content', async () => {
    assert.deepEqual(await verdict({ path: 'src/x.ts' }), { kind: 'forbidden', reason: 'not-the-plan-file' });
  });

  for (const args of [
    { path: 'plans/plan.md', content: 'path: src/x.ts' },
    { path: 'plans/plan.md', old_string: 'a', new_string: 'b', replace_all: true },
    { path: 'plans/plan.md', file_text: 'x' },
    { path: 'plans/plan.md', edits: [{ old_text: 'a', new_text: 'b' }] },
    { paths: ['plans/plan.md'] },
  ]) {
    it(`H2 lets an ordinary write of the plan file on to the permissions: ${JSON.stringify(args)}`, async () => {
      assert.deepEqual(await verdict(args), planFileWrite);
    });
  }
});

describe('plan-file boundary, properties', () => {
  const segment = fc.constantFrom(
    'w',
    'plans',
    'plan.md',
    'src',
    'x.ts',
    'same',
    'away',
    'etc',
    'link.md',
    'to-plan.md',
    'passwd',
    '..',
    '.',
    '',
  );
  const path = fc
    .tuple(fc.boolean(), fc.array(segment, { maxLength: 7 }))
    .map(([isAbsolute, parts]) => (isAbsolute ? '/' : '') + parts.join('/'));

  it('I40 a write passes only if its real target is the plan file', async () => {
    const look = lookAt(posix);
    await fc.assert(
      fc.asyncProperty(path, async (spelled) => {
        const verdictHere = await write(spelled);
        if (verdictHere.kind === 'forbidden') return;
        const absolute = spelled.startsWith('/') ? spelled : `/w/${spelled}`;
        const real = await look(collapsed(absolute));
        assert.deepEqual([verdictHere, real.realPath, real.kind], [planFileWrite, '/w/plans/plan.md', 'file']);
      }),
      { numRuns: 300 },
    );
  });

  it('I40 whatever the arguments, nothing but the plan file passes', async () => {
    const value = fc.oneof(path, fc.constant('plans/plan.md'), fc.jsonValue({ maxDepth: 2 }));
    const key = fc.constantFrom('path', 'file_path', 'paths', 'edits', 'content', 'then_run', 'options', 'files', 'to');
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(key, value, { maxKeys: 3 }),
        fc.constantFrom('write', 'edit', 'bash', 'move_file'),
        async (args, toolName) => {
          const found = await verdict(args, toolName);
          if (found.kind !== 'forbidden') assert.deepEqual(found, planFileWrite);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('I41 every spelling of one path has one verdict', async () => {
    const targets = fc.constantFrom(
      '/w/plans/plan.md',
      '/w/src/x.ts',
      '/w/plans/new.md',
      '/etc/passwd',
      '/w/plans/link.md',
      '/w/plans',
    );
    const changes = fc.array(fc.tuple(fc.constantFrom(...respellings), fc.nat(9)), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(targets, changes, async (target, respelled) => {
        const spelled = respelled.reduce<string>((at, [change, where]) => change(at, where), target);
        assert.deepEqual(await write(spelled), await write(target), spelled);
      }),
      { numRuns: 300 },
    );
  });

  it('I41 every case has one verdict where the file system ignores case', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('C:\\w\\plans\\plan.md', 'C:\\w\\src\\x.ts'),
        fc.array(fc.boolean()),
        async (target, isUpper) => {
          const spelled = Array.from(target)
            .map((letter, at) => (isUpper[at] === true ? letter.toUpperCase() : letter.toLowerCase()))
            .join('');
          assert.deepEqual(await writeOnWindows(spelled), await writeOnWindows(target));
        },
      ),
    );
  });
});

const planFileWrite: BoundaryVerdict = { kind: 'plan-file-write', path: '/w/plans/plan.md' };

/** Changes of spelling that leave the place as it is. */
const respellings: readonly ((path: string, where: number) => string)[] = [
  (path, where) => insertedAt(path, where, '.'),
  (path, where) => insertedAt(path, where, ''),
  (path, where) => insertedAt(path, where, 'nowhere/..'),
  (path, where) => insertedAt(path, where, 'a/b/../..'),
  (path) => path.replace(/^\/w\/(?!\/)/, ''),
  (path) => (path.startsWith('/w/plans/') ? path.replace('/w/plans/', '/w/same/') : path),
  (path) => (path.startsWith('/') ? `/..${path}` : `../w/${path}`),
];

function insertedAt(path: string, where: number, part: string): string {
  const parts = path.split('/');
  parts.splice(Math.min(1 + where, parts.length - 1), 0, part);
  return parts[0] === '' && !path.startsWith('/') ? `.${parts.join('/')}` : parts.join('/');
}

/** `.` and `..` taken out, the short way; only for absolute paths. */
function collapsed(path: string): string {
  return new URL(path.replace(/\/{2,}/g, '/'), 'x://host').pathname.replace(/(.)\/$/, '$1');
}

function aCall(args: BoundaryCall['args'], changes: Partial<BoundaryCall> = {}): BoundaryCall {
  return {
    mode: 'plan',
    cwd: '/w',
    planFile: '/w/plans/plan.md',
    toolName: 'write_file',
    args,
    style: 'posix',
    ...changes,
  };
}

function write(file: string, changes: Partial<BoundaryCall> = {}, tree = posix): Promise<BoundaryVerdict> {
  return planFileBoundary(aCall({ file_path: file }, changes), lookAt(tree));
}

function verdict(args: BoundaryCall['args'], toolName = 'write_file'): Promise<BoundaryVerdict> {
  return planFileBoundary(aCall(args, { toolName }), lookAt(posix));
}

function writeOnWindows(file: string, changes: Partial<BoundaryCall> = {}, tree = windows): Promise<BoundaryVerdict> {
  const call = { cwd: 'C:\\w', planFile: 'C:\\w\\plans\\plan.md', style: 'windows' as const, ...changes };
  return planFileBoundary(aCall({ file_path: file }, call), lookAt(tree));
}

describe('plan-file boundary, two places', () => {
  const facts = { kind: 'file', linkCount: 1, isCaseSensitive: true } as const;
  /** Where the target and the plan file really are. */
  const between = (target: Partial<PathFacts>, planFile: Partial<PathFacts>): Promise<BoundaryVerdict> =>
    planFileBoundary(aCall({ file_path: '/w/x.md' }), (path) =>
      Promise.resolve({ realPath: path, ...facts, ...(path === '/w/x.md' ? target : planFile) }),
    );

  const cases: readonly (readonly [
    what: string,
    Partial<PathFacts>,
    Partial<PathFacts>,
    BoundaryReason | 'written',
  ])[] = [
    ['a plan file that is a link', {}, { kind: 'symlink' }, 'symlink'],
    ['one file of one name', { realPath: '/p' }, { realPath: '/p' }, 'written'],
    ['one file of two names', { realPath: '/p', linkCount: 2 }, { realPath: '/p' }, 'hard-link'],
    ['nothing there yet', { realPath: '/p', kind: 'missing', linkCount: 2 }, { realPath: '/p' }, 'written'],
    ['names that differ in case', { realPath: '/P' }, { realPath: '/p' }, 'not-the-plan-file'],
    [
      'names that differ in case where that means nothing',
      { realPath: '/P\u00c9', isCaseSensitive: false },
      { realPath: '/pe\u0301', isCaseSensitive: false },
      'written',
    ],
    [
      'case that means nothing in one place',
      { realPath: '/P', isCaseSensitive: false },
      { realPath: '/p' },
      'not-the-plan-file',
    ],
    [
      'case that means nothing in the other',
      { realPath: '/P' },
      { realPath: '/p', isCaseSensitive: false },
      'not-the-plan-file',
    ],
  ];
  for (const [what, target, planFile, expected] of cases) {
    it(`H3 I41 ${what}: ${expected}`, async () => {
      const verdict = await between(target, planFile);
      assert.equal(verdict.kind === 'forbidden' ? verdict.reason : 'written', expected);
    });
  }
});
