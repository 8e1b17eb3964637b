import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import type { PromptAnswer } from '../../src/core/prompter';
import { demoModel, demoModelName } from '../../src/engine/demoModel/demoModel';
import { whoIAm } from '../../src/engine/demoModel/nextMove';
import { askAgainPrompt } from '../../src/engine/demoModel/promptKind';
import { nodeLookAtPath } from '../../src/engine/lookAtPath';
import { writeSampleWorkspace } from '../../scripts/sampleWorkspace.mjs';
import {
  allow,
  anEngine,
  approve,
  dismiss,
  requestChanges,
  type Engine,
  type EngineOptions,
  type Review,
} from './support/anEngine';
import { NodeWorkspace } from './support/nodeWorkspace';

const run = promisify(execFile);
const repository = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const validationTask = 'Add input validation to the order form';

describe('demo model', function () {
  // Real files, and for some tests a compiler and a test run of their own, on a machine that does other things too.
  this.timeout(60_000);
  let folder = '';
  let cwd = '';
  let planFile = '';

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'demo-model-')));
    cwd = join(folder, 'workspace');
    planFile = join(folder, 'plans', 'session.md');
    await mkdir(cwd);
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** The demo model on real files. */
  function onFiles(options: EngineOptions): Engine {
    return anEngine({
      model: demoModel(),
      ask: allow,
      ...options,
      ports: {
        workspace: new NodeWorkspace(),
        lookAtPath: nodeLookAtPath,
        cwd,
        planFile,
        readPlanFile: async (path) => {
          if (!existsSync(path)) return { state: 'unreadable', code: 'missing' };
          return { state: 'text', text: await readFile(path, 'utf8') };
        },
        ...options.ports,
      },
    });
  }

  async function put(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(cwd, path)), { recursive: true });
      await writeFile(join(cwd, path), text);
    }
  }

  const written = (path: string): Promise<string> => readFile(join(cwd, path), 'utf8');
  const said = (engine: Engine): string =>
    engine.entries.flatMap((entry) => (entry.type === 'agent-message' ? [entry.text] : [])).join('\n');
  const writesOf = (engine: Engine): readonly string[] =>
    engine.results
      .filter(({ toolName, outcome }) => /^(write|edit)_file$/.test(toolName) && outcome === 'ok')
      .map(({ text }) => text);

  it('says by its name and first of all what it is', async () => {
    const engine = onFiles({});
    await engine.prompt('Hello');
    assert.match(demoModelName, /offline, scripted/);
    assert.ok(said(engine).startsWith(whoIAm));
    assert.match(whoIAm, /not a language model/);
  });

  for (const target of ['default', 'auto-edit'] as const) {
    it(`plans, takes a note in, and after the approval for ${target} makes edits whose tests pass in the sample`, async () => {
      await writeSampleWorkspace(cwd);
      const engine = onFiles({ reviews: [requestChanges('Also limit the quantity to 100 pieces'), approve(target)] });
      assert.deepEqual(await engine.prompt(validationTask), { reason: 'done' });
      assert.equal(engine.register.mode, target);
      // Each edit asks in Default and none does in Auto-edit.
      assert.equal(engine.prompts.length, target === 'default' ? 3 : 0);
      assert.match(await written('src/validateOrderForm.ts'), /maxQuantity = 100/);
      const tests = ['test/orderForm.test.ts', 'test/validateOrderForm.test.ts'];
      const { stdout } = await run(process.execPath, ['--import', tsx, '--test', '--test-reporter=tap', ...tests], {
        cwd,
        env: environment(),
      });
      assert.match(stdout, /^# fail 0$/m);
      assert.match(stdout, /^# pass 12$/m);
    });
  }

  it('leaves code in the sample that the compiler accepts', async () => {
    await writeSampleWorkspace(cwd);
    await onFiles({ reviews: [approve('auto-edit')] }).prompt(validationTask);
    const tsc = join(repository, 'node_modules', 'typescript', 'bin', 'tsc');
    const types = join(repository, 'node_modules', '@types');
    await assert.doesNotReject(run(process.execPath, [tsc, '-p', cwd, '--noEmit', '--typeRoots', types]));
  });

  it('changes nothing but the plan file before the approval', async () => {
    await writeSampleWorkspace(cwd);
    const before = await Promise.all(['src/orderForm.ts', 'package.json'].map(written));
    const engine = onFiles({ reviews: [dismiss] });
    assert.deepEqual(await engine.prompt(validationTask), { reason: 'stopped' });
    assert.deepEqual(await Promise.all(['src/orderForm.ts', 'package.json'].map(written)), before);
    assert.deepEqual([existsSync(planFile), writesOf(engine).length, engine.prompts.length], [true, 1, 0]);
  });

  it('writes a plan that is good to read and names files that are there', async () => {
    await writeSampleWorkspace(cwd);
    const engine = onFiles({ reviews: [dismiss] });
    await engine.prompt(validationTask);
    const plan = engine.shown[0]?.text ?? '';
    const lines = plan.split('\n').length;
    assert.ok(lines >= 25 && lines <= 75, `${lines} lines`);
    assert.match(plan, /^# Add input validation to the order form$/m);
    assert.match(plan, /^## How to check it$/m);
    assert.match(plan, /^\| `src\/orderForm\.ts` \| 17 \| `OrderFormFields`, `readOrderForm` \| yes \|$/m);
    assert.match(plan, /^1\. /m);
    assert.match(plan, /^- \[ \] /m);
    assert.match(plan, /^ {3}```ts$/m);
  });

  it('quotes the note in the new version and gives it a step', async () => {
    await writeSampleWorkspace(cwd);
    const note = 'Think of postal addresses too';
    const engine = onFiles({ reviews: [requestChanges(note), approve('auto-edit')] });
    await engine.prompt(validationTask);
    assert.deepEqual(
      engine.shown.map(({ text }) => text.includes(note)),
      [false, true],
    );
    assert.match(engine.shown[1]?.text ?? '', /^> Think of postal addresses too$\n\nTaken in as step 4\.$/m);
    assert.match(await written('test/validateOrderForm.test.ts'), /test\.todo\("Think of postal addresses too"\)/);
  });

  it('takes each comment of a review as a note of its own', async () => {
    await writeSampleWorkspace(cwd);
    const feedback =
      '## 1. Must do (Steps › line 5)\n\n> first step\n\nName the form.\n\n## 2. Delete this (line 9)\n\n> the table\n\n## General note\n\nBe brief.';
    const engine = onFiles({ reviews: [requestChanges(feedback), dismiss] });
    await engine.prompt(validationTask);
    const quoted = ['> Name the form.', '> 2. Delete this (line 9)', '> Be brief.'];
    assert.deepEqual(
      quoted.filter((line) => !engine.shown[1]?.text.includes(line)),
      [],
    );
  });

  it('I02 says that it followed none of the notes that came with an approval, and what they are', async () => {
    await writeSampleWorkspace(cwd);
    const engine = onFiles({
      reviews: [approve('auto-edit', 'Use the existing helper.')],
    });
    await engine.prompt(validationTask);
    assert.match(said(engine), /You approved with notes\. .*followed none[\s\S]*Use the existing helper\./);
  });

  it('keeps both notes of two rounds', async () => {
    await writeSampleWorkspace(cwd);
    const engine = onFiles({ reviews: [requestChanges('First note'), requestChanges('Second note'), dismiss] });
    await engine.prompt(validationTask);
    assert.deepEqual(
      ['First note', 'Second note'].map((note) => engine.shown[2]?.text.includes(`> ${note}`)),
      [true, true],
    );
  });

  it('asks again for the plan of before, after a review without a decision', async () => {
    await writeSampleWorkspace(cwd);
    const engine = onFiles({ reviews: [dismiss, dismiss] });
    await engine.prompt(validationTask);
    assert.deepEqual(await engine.prompt(askAgainPrompt), { reason: 'stopped' });
    assert.equal(engine.shown.length, 2);
    assert.equal(engine.shown[0]?.planHash, engine.shown[1]?.planHash);
  });

  for (const followUp of [askAgainPrompt, 'Also think of the price', 'yes']) {
    it(`carries the plan out when it is approved after “${followUp}”`, async () => {
      await writeSampleWorkspace(cwd);
      const engine = onFiles({ reviews: [dismiss, approve('auto-edit')] });
      await engine.prompt(validationTask);
      assert.deepEqual(await engine.prompt(followUp), { reason: 'done' });
      assert.ok(existsSync(join(cwd, 'test/validateOrderForm.test.ts')));
    });
  }

  it('works in a folder that was opened through a link', async () => {
    await writeSampleWorkspace(cwd);
    await symlink(cwd, join(folder, 'link'));
    const engine = onFiles({ reviews: [approve('auto-edit')], ports: { cwd: join(folder, 'link') } });
    assert.deepEqual(await engine.prompt(validationTask), { reason: 'done' });
    assert.ok(existsSync(join(cwd, 'test/validateOrderForm.test.ts')));
  });

  it('never takes words in the chat for an approval (I7)', async () => {
    await writeSampleWorkspace(cwd);
    const engine = onFiles({ reviews: [dismiss, dismiss] });
    await engine.prompt(validationTask);
    await engine.prompt('Approved!');
    assert.deepEqual([engine.register.mode, writesOf(engine).length, engine.shown.length], ['plan', 1, 2]);
  });

  it('asks once more when the plan file was changed while it was shown (D01)', async () => {
    await writeSampleWorkspace(cwd);
    const engine = onFiles({
      reviews: [
        async (plan, signal) => {
          await writeFile(planFile, '# Changed by hand\n');
          return approve()(plan, signal);
        },
        dismiss,
      ],
    });
    await engine.prompt(validationTask);
    assert.equal(engine.shown[1]?.text, '# Changed by hand\n');
  });

  it('stops asking when the plan file changes each time that it is shown (C09)', async () => {
    let times = 0;
    const changing: Review = async (plan, signal) => {
      await writeFile(planFile, `# Changed ${(times += 1)} times\n`);
      return approve()(plan, signal);
    };
    const engine = onFiles({ reviews: [changing, changing, changing] });
    assert.deepEqual(await engine.prompt('Make a small web shop'), { reason: 'done' });
    assert.deepEqual([engine.shown.length, engine.register.mode], [2, 'plan']);
  });

  it('keeps as its checklist the steps that were approved, whatever it reads while working', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`src/orders${index}.ts`, 'export const x = 1;\n']),
    );
    await put({ ...many, 'PLAN.md': 'class Orders\n' });
    const engine = onFiles({ reviews: [approve('auto-edit')] });
    await engine.prompt('Speed up all orders');
    const steps = [...(engine.shown[0]?.text ?? '').matchAll(/^\d+\. (.*)$/gm)].map((match) => match[1]);
    const boxes = [...(await written('PLAN.md')).matchAll(/^- \[ \] (.*)$/gm)].map((match) => match[1]);
    assert.deepEqual(boxes, steps);
  });

  it('stops and says so when an edit is refused that the rest needs', async () => {
    await writeSampleWorkspace(cwd);
    const engine = onFiles({ reviews: [approve()], ask: () => Promise.resolve({ kind: 'reject', note: 'Not there' }) });
    assert.deepEqual(await engine.prompt(validationTask), { reason: 'done' });
    assert.deepEqual([engine.prompts.length, existsSync(join(cwd, 'src/validateOrderForm.ts'))], [1, false]);
    assert.match(said(engine), /the rest makes no sense without it, so I stop here.*Not there/);
  });

  it('goes on without an edit that the rest does not need, and says so', async () => {
    await writeSampleWorkspace(cwd);
    const engine = onFiles({
      reviews: [approve()],
      ask: ({ title }) => Promise.resolve(title.includes('test/') ? { kind: 'reject', note: '' } : { kind: 'allow' }),
    });
    await engine.prompt(validationTask);
    assert.equal(existsSync(join(cwd, 'test/validateOrderForm.test.ts')), false);
    assert.match(said(engine), /Left out:\n- `test\/validateOrderForm\.test\.ts` was not changed/);
  });

  it('goes on where it was stopped, after a reload', async () => {
    await writeSampleWorkspace(cwd);
    const engine = onFiles({
      reviews: [approve()],
      ask: ({ title }) => {
        if (title.includes('orderForm.ts') && engine.prompts.length === 2) engine.stop.abort();
        return Promise.resolve({ kind: 'allow' });
      },
    });
    assert.deepEqual(await engine.prompt(validationTask), { reason: 'cancelled' });
    const reloaded = onFiles({ mode: engine.register.mode });
    reloaded.entries.push(...engine.entries);
    assert.deepEqual(await reloaded.prompt('continue'), { reason: 'done' });
    assert.ok(existsSync(join(cwd, 'test/validateOrderForm.test.ts')));
    assert.equal(reloaded.prompts.length, 2);
  });

  it('does the validation once only: a second time it keeps a checklist', async () => {
    await writeSampleWorkspace(cwd);
    await onFiles({ reviews: [approve('auto-edit')] }).prompt(validationTask);
    const validation = await written('src/validateOrderForm.ts');
    await onFiles({ reviews: [approve('auto-edit')] }).prompt(validationTask);
    assert.equal(await written('src/validateOrderForm.ts'), validation);
    assert.match(await written('PLAN.md'), /^- \[ \] /m);
  });

  it('keeps the line ends of a file that it edits', async () => {
    await writeSampleWorkspace(cwd);
    await put({ 'src/orderForm.ts': (await written('src/orderForm.ts')).replaceAll('\n', '\r\n') });
    await onFiles({ reviews: [approve('auto-edit')] }).prompt(validationTask);
    const after = await written('src/orderForm.ts');
    assert.match(after, /validateOrderForm/);
    assert.equal(after.replaceAll('\r\n', '').includes('\n'), false);
  });

  it('works on an empty folder', async () => {
    const engine = onFiles({ reviews: [approve('auto-edit')] });
    assert.deepEqual(await engine.prompt('Make a small web shop'), { reason: 'done' });
    assert.match(engine.shown[0]?.text ?? '', /The workspace folder has no files\./);
    assert.match(await written('PLAN.md'), /^# Make a small web shop$[^]*^- \[ \] /m);
  });

  it('works on a folder without code, with binary files and odd names', async () => {
    await put({
      'notes/holiday plan.md': '# Holiday\n\nGo to the sea.\n',
      'notes/a|b`c.txt': 'odd',
      'photo.png': new Uint8Array([137, 80, 78, 71, 0, 1]),
      blob: new Uint8Array([0, 255, 254]),
    });
    const engine = onFiles({ reviews: [approve()] });
    assert.deepEqual(await engine.prompt('Plan the holiday in more detail'), { reason: 'done' });
    assert.match(engine.shown[0]?.text ?? '', /^\d\. Go through `notes\/holiday plan\.md`/m);
    assert.match(await written('PLAN.md'), /holiday plan\.md/);
    assert.equal(engine.prompts.length, 1);
  });

  it('works on a folder in which nothing can be read', async () => {
    await put({ 'a.png': new Uint8Array([0]), 'b.zip': new Uint8Array([0]) });
    const engine = onFiles({ reviews: [approve('auto-edit')] });
    assert.deepEqual(await engine.prompt('Sort the pictures'), { reason: 'done' });
    assert.match(engine.shown[0]?.text ?? '', /None of them could be read as text\./);
  });

  it('works on a tree with more files than are listed', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1100 }, (_, index) => [
        `src/part${index % 20}/file${index}.ts`,
        `export const value${index} = ${index};\n`,
      ]),
    );
    await put({ ...many, 'src/checkout.ts': 'export function checkout(): void {}\n' });
    const engine = onFiles({ reviews: [dismiss] });
    await engine.prompt('Speed up the checkout');
    assert.match(engine.shown[0]?.text ?? '', /More than \d+ files; only the nearest were looked at/);
    assert.match(engine.shown[0]?.text ?? '', /^1\. Change `src\/checkout\.ts`/m);
  });

  it('adds to a PLAN.md that is there and loses nothing of it', async () => {
    await put({ 'PLAN.md': '# Ours\r\n\r\n- [x] done\r\n', 'app.py': 'def main():\n    pass\n' });
    const engine = onFiles({ reviews: [approve('auto-edit')] });
    await engine.prompt('Speed up the main loop');
    const after = await written('PLAN.md');
    assert.ok(after.startsWith('# Ours\r\n\r\n- [x] done\r\n'));
    assert.match(after, /## Speed up the main loop/);
  });

  it('leaves a PLAN.md alone that it cannot read whole', async () => {
    const long = 'line\n'.repeat(3000);
    await put({ 'PLAN.md': long });
    const engine = onFiles({ reviews: [approve('auto-edit')] });
    await engine.prompt('Tidy up');
    assert.equal(await written('PLAN.md'), long);
    assert.match(said(engine), /too long for me to add to it safely/);
  });

  it('works without Plan mode too: it reads and then edits', async () => {
    await writeSampleWorkspace(cwd);
    const engine = onFiles({ mode: 'default' });
    assert.deepEqual(await engine.prompt(validationTask), { reason: 'done' });
    assert.deepEqual([engine.shown.length, engine.prompts.length], [0, 3]);
  });

  it('begins nothing when it is asked for a plan after Plan mode was left by hand', async () => {
    await writeSampleWorkspace(cwd);
    const engine = onFiles({ reviews: [dismiss] });
    await engine.prompt(validationTask);
    engine.register.switchByPerson('auto-edit');
    await engine.prompt(askAgainPrompt);
    assert.equal(writesOf(engine).length, 1);
  });

  it('answers a question honestly and touches nothing', async () => {
    const engine = onFiles({});
    assert.deepEqual(await engine.prompt('Why is the sky blue?'), { reason: 'done' });
    assert.deepEqual(engine.results, []);
    assert.match(said(engine), /I cannot answer questions/);
  });

  it('I1 comes to an end and never acts on a plan without an approval, whatever it is told', async () => {
    const aPrompt = fc.constantFrom(
      validationTask,
      'Speed up the price',
      askAgainPrompt,
      'yes',
      'continue',
      'Also name the files',
      'Why?',
      '',
      '# x `y` | z\n- [ ] a',
    );
    const aReview = fc.constantFrom(
      approve('default'),
      approve('auto-edit'),
      dismiss,
      requestChanges('Use | `ticks`\n\nand more'),
      requestChanges('At most 7 pieces'),
      broken,
    );
    const anAnswer = fc.constantFrom<PromptAnswer>(
      { kind: 'allow' },
      { kind: 'reject', note: 'no' },
      { kind: 'cancelled' },
    );
    const files = {
      'src/orderForm.ts': await sampleFile('src/orderForm.ts'),
      'src/price.ts': await sampleFile('src/price.ts'),
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(aPrompt, { minLength: 1, maxLength: 5 }),
        fc.array(aReview, { minLength: 1, maxLength: 8 }),
        fc.array(anAnswer, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (prompts, reviews, answers, hasFiles) => {
          let asked = 0;
          const engine = anEngine({
            model: demoModel(),
            ...(hasFiles ? { files } : {}),
            reviews: Array.from({ length: 60 }, (_, index) => reviews[index % (reviews.length + 1)] ?? dismiss),
            ask: () => Promise.resolve(answers[(asked += 1) % answers.length] ?? { kind: 'cancelled' }),
          });
          for (const prompt of prompts) {
            const { reason } = await engine.prompt(prompt);
            assert.ok(reason === 'done' || reason === 'stopped', reason);
          }
          assert.equal(
            engine.entries.filter((entry) => entry.type === 'review-ended' && entry.outcome.state === 'approved')
              .length > 0,
            engine.register.mode !== 'plan',
          );
          if (engine.register.mode === 'plan')
            assert.ok(engine.workspace.writes.every((path) => path === '/plans/session.md'));
        },
      ),
    );
  });

  it('gives the same answer to the same conversation', async () => {
    const events = async (): Promise<unknown[]> => {
      const all: unknown[] = [];
      const messages = [
        { role: 'user', text: 'Fix the form' },
        { role: 'reminder', text: 'Plan mode is on.\nPlan file: /p.md' },
      ] as const;
      for await (const event of demoModel().respond({ system: '', messages, tools: [] }, new AbortController().signal))
        all.push(event);
      return all;
    };
    assert.deepEqual(await events(), await events());
  });
});

describe('sample workspace', () => {
  let folder = '';
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'sample-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('refuses a folder that holds something else, and writes nothing', async () => {
    await writeFile(join(folder, 'mine.txt'), 'mine');
    await assert.rejects(writeSampleWorkspace(folder), /is not empty and is not the sample project/);
    assert.equal(existsSync(join(folder, 'package.json')), false);
  });

  it('keeps what was changed in an earlier copy', async () => {
    await writeSampleWorkspace(folder);
    await writeFile(join(folder, 'src/price.ts'), 'changed');
    await writeSampleWorkspace(folder);
    assert.equal(await readFile(join(folder, 'src/price.ts'), 'utf8'), 'changed');
  });
});

const broken: Review = () => Promise.reject(new Error('gone'));

function sampleFile(path: string): Promise<string> {
  return readFile(join(repository, 'scripts', 'sample', path), 'utf8');
}

/** Without what a surrounding test run leaves in the environment: Node's own runner would report to it. */
function environment(): NodeJS.ProcessEnv {
  return { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: undefined };
}
