import assert from 'node:assert/strict';
import type { FoundLine, SearchFault } from '../../../src/engine/search';
import * as z from 'zod/mini';
import { builtInTools } from '../../../src/engine/builtInTools';
import type { Tool } from '../../../src/engine/tool';
import { toolNamed } from '../../../src/engine/toolNamed';
import { ruleBook } from '../support/aCall';
import { memorySearch } from '../support/memorySearch';
import { allow, anEngine, planFile, type Engine, type EngineOptions } from '../support/anEngine';

/** Runs one call in YOLO, where nothing is in its way. */
async function afterCall(name: string, args: unknown, options: EngineOptions = {}): Promise<Engine> {
  const engine = anEngine({ mode: 'yolo', answers: [{ calls: [[name, args]] }], ...options });
  await engine.prompt();
  return engine;
}
const textOf = async (...call: Parameters<typeof afterCall>): Promise<string> =>
  (await afterCall(...call)).lastResult.text;

describe('tools', () => {
  const takes = {
    list_files: 'path?: string, depth?: integer 1–20',
    read_file: 'path: string, offset?: integer 1–, limit?: integer 1–',
    glob: 'pattern: string, path?: string',
    grep: 'pattern: string, path?: string, glob?: string, ignore_case?: boolean',
    write_file: 'path: string, text: string',
    edit_file: 'path: string, old_text: string, new_text: string',
    multi_edit: 'path: string, edits: 1– of {old_text: string, new_text: string}',
    shell: 'command: string, description?: string, timeout_s?: integer 1–3600',
    ask_user_question: 'questions: 1–12 of {question: string, options?: 1–8 of string}',
    task: 'description: string, prompt: string, planRequired?: boolean',
    team_plan_approval: 'request_id: string, action: approve|reject, message?: string',
    todo: 'items: –100 of {text: string, state: open|doing|done}',
    enter_plan_mode: 'userRequested?: boolean',
    exit_plan_mode: 'plan?: string, originalRequest?: string, researchSummary?: string',
  };

  it('T1 T2 tells the model what each tool takes', () => {
    assert.deepEqual(
      Object.fromEntries(tools().map(({ declaration }) => [declaration.name, taken(declaration.parameters)])),
      takes,
    );
  });

  it('T1 says of each argument what it is for, or what is in it', () => {
    const silent = tools().flatMap(({ declaration }) =>
      Object.entries(z.parse(jsonSchema, declaration.parameters).properties ?? {}).flatMap(([argument, schema]) => {
        const { description, items } = z.parse(jsonSchema, schema);
        return description === undefined && items === undefined ? [`${declaration.name}: ${argument}`] : [];
      }),
    );
    assert.deepEqual(silent, []);
  });

  for (const name of Object.keys(takes)) {
    it(`T1 takes nothing that ${name} does not declare`, () => {
      const built = toolNamed(tools(), name)?.build({ resolutionSummary: 'x' });
      assert.match(built?.state === 'invalid' ? built.text : '', /there is no argument "resolutionSummary"/);
    });
  }

  it('names each argument that is wrong', async () => {
    assert.equal(
      await textOf('read_file', { offset: 0, lines: 3 }),
      'The arguments of read_file are not valid: "path" must be given, as a string; "offset" must be at least 1; there is no argument "lines". Call it again with valid arguments.',
    );
  });

  const outside = [
    '../secret.txt',
    '/etc/passwd',
    'src/../../secret.txt',
    '~/x',
    'file:///work/a.ts',
    'a\0.ts',
    '',
    'link/secret.txt',
  ];
  for (const name of ['read_file', 'write_file', 'list_files', 'edit_file', 'multi_edit', 'glob', 'grep']) {
    for (const path of outside) {
      it(`N02 keeps ${name} inside of the workspace folder: ${JSON.stringify(path)}`, async () => {
        const args = {
          read_file: { path },
          write_file: { path, text: 'x' },
          list_files: { path },
          edit_file: { path, old_text: 'a', new_text: 'b' },
          multi_edit: { path, edits: [{ old_text: 'a', new_text: 'b' }] },
          glob: { path, pattern: '*' },
          grep: { path, pattern: 'x' },
        }[name];
        const engine = anEngine({
          mode: 'yolo',
          files: { '/etc/passwd': 'root', '/secret.txt': 's', '/other/secret.txt': 's' },
          answers: [{ calls: [[name, args]] }],
        });
        engine.workspace.links.set('/work/link', '/other');
        await engine.prompt();
        assert.deepEqual([engine.lastResult.outcome, engine.workspace.writes], ['error', []]);
      });
    }
  }

  it('does not follow a link to a file', async () => {
    const engine = anEngine({
      mode: 'yolo',
      files: { '/etc/passwd': 'root' },
      answers: [{ calls: [['read_file', { path: 'a.ts' }]] }],
    });
    engine.workspace.links.set('/work/a.ts', '/etc/passwd');
    await engine.prompt();
    assert.match(engine.lastResult.text, /is a symbolic link/);
  });

  it('works in a workspace folder that is a link, and names its files as the person has opened it', async () => {
    const engine = anEngine({
      mode: 'yolo',
      files: { 'a.ts': 'text', '/real/a.ts': 'text' },
      answers: [{ calls: [['write_file', { path: 'a.ts', text: 'new' }]] }],
    });
    engine.workspace.links.set('/work', '/real');
    await engine.prompt();
    assert.deepEqual([engine.lastResult.outcome, engine.workspace.writes], ['ok', ['/work/a.ts']]);
  });

  it('does not take a folder that only begins like the workspace folder for it', async () => {
    assert.match(
      await textOf('read_file', { path: '/work-other/a.ts' }, { files: { '/work-other/a.ts': 'x' } }),
      /outside of the workspace folder/,
    );
  });

  describe('list_files', () => {
    it('lists files with their size', async () => {
      assert.equal(await textOf('list_files', {}, { files: { 'src/a.ts': 'abc' } }), 'src/a.ts  3 bytes');
    });
    it('says that a folder is empty', async () => {
      assert.equal(await textOf('list_files', {}), 'The folder is empty.');
    });
    it('says that there is more', async () => {
      const files = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`f${index}`, '']));
      assert.match(await textOf('list_files', {}, { files }), /\n\[There is more than is shown\./);
    });
  });

  describe('read_file', () => {
    const files = { 'a.txt': 'one\ntwo\nthree\n', 'b.bin': '\0', 'empty.txt': '' };
    it('gives a whole file exactly as it is', async () => {
      assert.equal(await textOf('read_file', { path: 'a.txt' }, { files }), 'one\ntwo\nthree\n');
    });
    it('gives some lines and says which is next', async () => {
      assert.equal(
        await textOf('read_file', { path: 'a.txt', offset: 2, limit: 1 }, { files }),
        'two\n[There is more: line 3 of 4 is next.]',
      );
    });
    it('says how many lines there are to one who asks beyond the end', async () => {
      assert.equal(await textOf('read_file', { path: 'a.txt', offset: 9 }, { files }), '[The file has 4 lines.]');
    });
    it('refuses a binary file', async () => {
      assert.match(await textOf('read_file', { path: 'b.bin' }, { files }), /is not a text file/);
    });
    it('says that a file is empty, missing', async () => {
      assert.equal(await textOf('read_file', { path: 'empty.txt' }, { files }), '[The file is empty.]');
      assert.equal(await textOf('read_file', { path: 'no.txt' }, { files }), 'There is no file no.txt.');
    });
    it('reads the plan file, which is outside', async () => {
      assert.match(await textOf('read_file', { path: planFile }), /^# The plan/);
    });
  });

  describe('glob and grep', () => {
    const files = { 'src/a.ts': 'x' };
    const queries: unknown[] = [];
    interface Found {
      readonly paths?: readonly string[];
      readonly lines?: readonly FoundLine[];
      readonly isComplete?: boolean;
    }
    const search = (found: Found | SearchFault): EngineOptions => {
      const answer = <T>(
        query: unknown,
        ofKind: T,
      ): Promise<(T & { state: 'found'; isComplete: boolean; isSomeKeptOut: boolean }) | SearchFault> => {
        queries.push(query);
        if ('code' in found) return Promise.resolve(found);
        return Promise.resolve({
          state: 'found',
          isComplete: found.isComplete ?? true,
          isSomeKeptOut: false,
          ...ofKind,
        });
      };
      const { paths = [], lines = [] }: Found = 'code' in found ? {} : found;
      return {
        files,
        ports: { search: { files: (query) => answer(query, { paths }), lines: (query) => answer(query, { lines }) } },
      };
    };
    const line = { path: 'a.ts', line: 3, text: 'x'.repeat(600) };
    const failedSearch: SearchFault = { state: 'failed', code: 'bad-pattern', why: 'no pattern' };
    const cases: readonly (readonly [string, Readonly<Record<string, unknown>>, EngineOptions, string])[] = [
      ['glob', { pattern: '*' }, search({ paths: ['src/a.ts', 'b'] }), 'src/a.ts\nb'],
      ['glob', { pattern: '*', path: 'src' }, search({ paths: ['a.ts'] }), 'src/a.ts'],
      ['glob', { pattern: '*' }, search({ paths: ['b'], isComplete: false }), 'b\n[There are more. Ask for less.]'],
      ['glob', { pattern: '*' }, search({}), 'No file fits.'],
      ['glob', { pattern: '*', path: 'src/a.ts' }, search({}), 'src/a.ts is no folder.'],
      ['glob', { pattern: '*' }, search(failedSearch), 'no pattern'],
      ['grep', { pattern: 'x' }, search({ lines: [line] }), `a.ts:3: ${'x'.repeat(500)}… [600 characters]`],
      ['grep', { pattern: 'x', path: 'src' }, search({ lines: [{ ...line, text: 'x' }] }), 'src/a.ts:3: x'],
      ['grep', { pattern: 'x', path: 'src/a.ts' }, search({ lines: [{ ...line, text: 'x' }] }), 'src/a.ts:3: x'],
      ['grep', { pattern: 'x' }, search({ isComplete: false }), '[There are more. Ask for less.]'],
      ['grep', { pattern: 'x' }, search({}), 'No line fits.'],
      ['grep', { pattern: 'x', path: 'no' }, search({}), 'There is no file or folder no.'],
      ['grep', { pattern: 'x' }, search(failedSearch), 'no pattern'],
    ];
    for (const [name, args, options, said] of cases) {
      it(`${name} ${JSON.stringify(args)} says ${JSON.stringify(said.slice(0, 40))}`, async () => {
        assert.equal(await textOf(name, args, options), said);
      });
    }
    it('M2 run in Plan without a question', async () => {
      const engine = await afterCall('grep', { pattern: 'x', path: 'src/a.ts' }, { ...search({}), mode: 'plan' });
      assert.deepEqual([engine.lastResult.outcome, engine.prompts], ['ok', []]);
      assert.deepEqual(queries.at(-1), {
        folder: '/work/src',
        file: 'a.ts',
        pattern: 'x',
        ignoresCase: false,
        glob: undefined,
        isKeptOut: undefined,
        maxLines: 300,
      });
    });
  });

  describe('what the rules keep from the agent', () => {
    const files = { 'src/a.ts': 'key\n', 'secret/b.ts': 'key\n', 'secret/deep/c.ts': 'key\n' };
    const looks: readonly (readonly [name: string, args: object, deny: string, shown: string])[] = [
      ['list_files', {}, 'Read(secret/**)', 'src/a.ts  4 bytes'],
      ['list_files', {}, 'list_files(secret/**)', 'src/a.ts  4 bytes'],
      ['list_files', {}, 'Read(**/deep)', 'src/a.ts  4 bytes\nsecret/b.ts  4 bytes'],
      ['list_files', {}, 'Read(/work/secret)', 'src/a.ts  4 bytes'],
      ['glob', { pattern: '**/*.ts' }, 'Read(secret/**)', 'src/a.ts'],
      ['grep', { pattern: 'key' }, 'Read(secret/**)', 'src/a.ts:1: key'],
      ['grep', { pattern: 'key' }, 'grep_search(SECRET/**)', 'src/a.ts:1: key'],
      ['grep', { pattern: 'key', path: 'secret' }, 'Read(secret/deep/**)', 'secret/b.ts:1: key'],
      ['grep', { pattern: 'key' }, 'Read(/real/secret/**)', 'src/a.ts:1: key'],
    ];
    for (const effect of ['deny', 'ask'] as const) {
      for (const [name, args, rule, shown] of looks) {
        it(`S3 ${effect} ${rule} leaves it out of ${name} ${JSON.stringify(args)}, and says so`, async () => {
          const ports = { ...ruleBook({ [effect]: [rule] }), search: memorySearch(files) };
          const engine = anEngine({ mode: 'yolo', answers: [{ calls: [[name, args]] }], files, ports });
          if (rule.includes('/real')) engine.workspace.links.set('/work', '/real');
          await engine.prompt();
          const said = "[The person's rules keep something here from you; it is left out.]";
          assert.equal(engine.lastResult.text, shown === '' ? said : `${shown}\n${said}`);
        });
      }
    }

    it('S3 shows what a person was asked about and allowed', async () => {
      const ports = { ...ruleBook({ ask: ['Read(secret/**)'] }), search: memorySearch(files) };
      const calls = [['glob', { pattern: '*.ts', path: 'secret' }]] as const;
      const engine = anEngine({ mode: 'default', ask: allow, answers: [{ calls }], files, ports });
      await engine.prompt();
      assert.deepEqual([engine.prompts.length, engine.lastResult.text], [1, 'secret/b.ts\nsecret/deep/c.ts']);
    });
  });

  describe('edit_file', () => {
    const files = { 'a.txt': 'one two two\r\n' };
    const edit = (old_text: string, new_text: string, path = 'a.txt'): Promise<Engine> =>
      afterCall('edit_file', { path, old_text, new_text }, { files });
    it('replaces exactly the old text, and takes the new one as it is', async () => {
      assert.equal((await edit('one', '$& $1')).workspace.files.get('/work/a.txt'), '$& $1 two two\r\n');
    });
    for (const [name, oldText, newText, path, said] of [
      ['is not there', 'three', 'x', 'a.txt', /"old_text" is not in a\.txt/],
      ['is there twice', 'two', 'x', 'a.txt', /more than once/],
      ['is empty', '', 'x', 'a.txt', /"old_text" is empty/],
      ['is the new one', 'one', 'one', 'a.txt', /the same/],
      ['is in no file', 'one', 'x', 'b.txt', /There is no file b\.txt/],
    ] as const) {
      it(`refuses an old text that ${name}`, async () => {
        const engine = await edit(oldText, newText, path);
        assert.match(engine.lastResult.text, said);
        assert.deepEqual(engine.workspace.writes, []);
      });
    }
    it('finds a text twice also where the places overlap', async () => {
      assert.match(
        await textOf('edit_file', { path: 'o', old_text: 'aa', new_text: 'b' }, { files: { o: 'aaa' } }),
        /more than once/,
      );
    });
  });

  describe('multi_edit', () => {
    const files = { 'a.txt': 'one two three\n' };
    const edits = (...pairs: readonly (readonly [string, string])[]): Promise<Engine> =>
      afterCall(
        'multi_edit',
        { path: 'a.txt', edits: pairs.map(([old_text, new_text]) => ({ old_text, new_text })) },
        { files },
      );
    it('makes each edit in what the one before left', async () => {
      const engine = await edits(['one', 'ONE'], ['ONE two', '2']);
      assert.equal(engine.workspace.files.get('/work/a.txt'), '2 three\n');
    });
    it('writes once', async () => {
      assert.deepEqual((await edits(['one', '1'], ['two', '2'])).workspace.writes, ['/work/a.txt']);
    });
    const faulty: readonly (readonly [string, readonly (readonly [string, string])[], RegExp])[] = [
      [
        'one is not there',
        [
          ['one', '1'],
          ['four', '4'],
        ],
        /^Edit 2 of 2 does not fit, so none was made: "old_text" is not in a\.txt/,
      ],
      [
        'one is there twice',
        [
          ['one', 'two'],
          ['two', '2'],
        ],
        /^Edit 2 of 2 does not fit, so none was made: .*more than once/,
      ],
      [
        'one is empty',
        [
          ['one', '1'],
          ['', 'x'],
        ],
        /^Edit 2: "old_text" is empty/,
      ],
      ['one changes nothing', [['one', 'one']], /^Edit 1: "old_text" and "new_text" are the same/],
      ['there is none', [], /"edits" must be at least 1/],
    ];
    for (const [name, pairs, said] of faulty) {
      it(`makes none where ${name}`, async () => {
        const engine = await edits(...pairs);
        assert.match(engine.lastResult.text, said);
        assert.deepEqual(engine.workspace.writes, []);
      });
    }
  });

  describe('files that are not as the agent read them', () => {
    const change = {
      write_file: { path: 'a.txt', text: 'x' },
      edit_file: { path: 'a.txt', old_text: 'one', new_text: 'x' },
      multi_edit: { path: 'a.txt', edits: [{ old_text: 'one', new_text: 'x' }] },
    };
    const read = ['read_file', { path: 'a.txt' }] as const;
    const files = { 'a.txt': 'one\n' };
    for (const [name, args] of Object.entries(change)) {
      it(`${name} refuses one that was never read, and asks nobody`, async () => {
        const engine = await afterCall(name, args, { mode: 'default', files, isUnread: true });
        assert.match(engine.lastResult.text, /a\.txt is there and you have not read it in this session/);
        assert.deepEqual([engine.workspace.writes, engine.prompts], [[], []]);
      });
      it(`${name} takes one that was read`, async () => {
        const answers = [{ calls: [read] }, { calls: [[name, args] as const] }];
        const engine = await afterCall(name, args, { files, isUnread: true, answers });
        assert.deepEqual([engine.lastResult.outcome, engine.workspace.writes.length], ['ok', 1]);
      });
      it(`${name} refuses one that was changed since`, async () => {
        const engine = anEngine({
          mode: 'yolo',
          files,
          isUnread: true,
          answers: [{ calls: [read] }, { calls: [[name, args]] }],
          beforeAppend: (fact, { workspace }) => {
            if (fact.type === 'tool-result') workspace.files.set('/work/a.txt', 'one, by a person\n');
          },
        });
        await engine.prompt();
        assert.match(engine.lastResult.text, /a\.txt was changed by somebody else since you read it/);
        assert.deepEqual(engine.workspace.writes, []);
      });
    }
    it('knows what it wrote itself, also in the next turn', async () => {
      const write = { calls: [['write_file', { path: 'b.txt', text: 'x' }] as const] };
      const engine = anEngine({ mode: 'yolo', answers: [write, {}, write] });
      await engine.prompt();
      await engine.prompt();
      assert.deepEqual(
        engine.results.map(({ outcome }) => outcome),
        ['ok', 'ok'],
      );
    });
    it('writes its own plan file without reading it', async () => {
      const engine = await afterCall('write_file', { path: planFile, text: '# New' }, { mode: 'plan', isUnread: true });
      assert.equal(engine.lastResult.outcome, 'ok');
    });
    it('does not write over what a person changed in the plan file', async () => {
      const engine = anEngine({ answers: [{ calls: [['write_file', { path: planFile, text: '# New' }]] }] });
      engine.workspace.files.set(planFile, '# By a person');
      await engine.prompt();
      assert.match(engine.lastResult.text, /was changed by somebody else since you read it/);
    });
  });

  describe('write_file', () => {
    it('makes a file with its folders', async () => {
      const engine = await afterCall('write_file', { path: 'new/dir/a.ts', text: 'x' });
      assert.deepEqual(
        [engine.lastResult.text, engine.workspace.files.get('/work/new/dir/a.ts')],
        ['Created new/dir/a.ts (1 lines).', 'x'],
      );
    });
    it('does not write over a file that is no text', async () => {
      const engine = await afterCall('write_file', { path: 'b.bin', text: 'x' }, { files: { 'b.bin': '\0' } });
      assert.deepEqual(engine.workspace.writes, []);
    });
    it('does not write over a folder', async () => {
      assert.match(
        await textOf('write_file', { path: 'src', text: 'x' }, { files: { 'src/a.ts': 'x' } }),
        /is a folder/,
      );
    });
  });
});

function tools(): readonly Tool[] {
  const engine = anEngine();
  return builtInTools(engine.ports, engine.stop.signal);
}

const jsonSchema = z.looseObject({
  type: z.string(),
  properties: z.optional(z.record(z.string(), z.unknown())),
  required: z.optional(z.array(z.string())),
  additionalProperties: z.optional(z.literal(false)),
  enum: z.optional(z.array(z.string())),
  items: z.optional(z.unknown()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  minItems: z.optional(z.number()),
  maxItems: z.optional(z.number()),
  description: z.optional(z.string()),
});

/** A JSON Schema in short: `path: string, depth?: integer 1–20`. */
function taken(schema: unknown): string {
  const { properties = {}, required = [], additionalProperties } = z.parse(jsonSchema, schema);
  assert.equal(additionalProperties, false);
  return Object.entries(properties)
    .map(([name, each]) => `${name}${required.includes(name) ? '' : '?'}: ${shape(each)}`)
    .join(', ');
}

function shape(schema: unknown): string {
  const { type, enum: values, items, minimum, maximum, minItems = '', maxItems = '' } = z.parse(jsonSchema, schema);
  if (type === 'object') return `{${taken(schema)}}`;
  if (type === 'array') return `${minItems}–${maxItems} of ${shape(items)}`;
  if (values) return values.join('|');
  return minimum === undefined ? type : `${type} ${minimum}–${maximum ?? ''}`;
}
