import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { GitCheckpoints } from '../../src/engine/checkpoints/gitCheckpoints';
import { gitProgram } from '../../src/vscode/gitProgram';
import { restoreWorkspace, type RestorePorts, type RestoreScreen } from '../../src/vscode/restoreWorkspace';
import { WorkspaceCheckpoints } from '../../src/vscode/workspaceCheckpoints';
import { useTempFolder } from './support/tempFolder';

const never = new AbortController().signal;

/** What the person answers, and what happens while they look. Left out: yes, and no to undo. */
interface Given {
  readonly isAgreed?: () => boolean;
  readonly mayBeSaved?: () => boolean;
  readonly saysRestored?: () => 'undo' | undefined;
  readonly saysChanged?: () => 'look-again' | undefined;
  readonly refusal?: RestorePorts['refusal'];
  readonly unsaved?: RestorePorts['unsaved']['among'];
  readonly signal?: AbortSignal;
  readonly program?: () => Promise<string | undefined>;
}

describe('restoring the workspace', () => {
  const root = useTempFolder();
  const fileOf = (name: string): string => path.join(root(), 'work', name);
  const text = (name: string): string | undefined =>
    existsSync(fileOf(name)) ? readFileSync(fileOf(name), 'utf8') : undefined;
  const files = (): readonly (string | undefined)[] => ['a.txt', 'b.txt', 'c.txt'].map(text);
  const asThen = ['a then\n', 'b then\n', undefined];
  const asNow = ['a now\n', undefined, 'c now\n'];

  /** A real store with real git; a was changed, b deleted and c made after the checkpoint. */
  async function restores(
    given: Given = {},
    checkpointId?: string,
  ): Promise<{ said: readonly string[]; alone: number }> {
    mkdirSync(path.join(root(), 'work'), { recursive: true });
    const checkpoints = new WorkspaceCheckpoints({
      folder: path.join(root(), 'work'),
      storage: path.join(root(), 'storage'),
      findGit: given.program ?? (() => gitProgram(() => undefined)),
      onNotRecorded: () => undefined,
      onFault: () => undefined,
    });
    writeFileSync(fileOf('a.txt'), 'a then\n');
    writeFileSync(fileOf('b.txt'), 'b then\n');
    const recorded = await checkpoints.record(never);
    writeFileSync(fileOf('a.txt'), 'a now\n');
    writeFileSync(fileOf('c.txt'), 'c now\n');
    rmSync(fileOf('b.txt'));
    const said: string[] = [];
    let alone = 0;
    const id = checkpointId ?? (recorded.state === 'recorded' ? recorded.id : 'none');
    await restoreWorkspace(
      { kind: 'turn', checkpointId: id, task: 'Change the files' },
      {
        refusal: given.refusal ?? (() => undefined),
        store: (): Promise<GitCheckpoints | undefined> => checkpoints.store(),
        unsaved: { among: given.unsaved ?? (() => []) },
        alone: async (act) => {
          alone += 1;
          return act();
        },
        screen: aScreen(given, said),
        onFault: (what) => said.push(`log: ${what}`),
      },
    );
    return { said, alone };
  }

  function aScreen(given: Given, said: string[]): RestoreScreen {
    const signal = given.signal ?? never;
    return {
      compares: (act) => act(never),
      restores: (_plan, act) => act(signal),
      isAgreed: (target, { changes }) => {
        said.push(`${target.kind}? ${changes.map(({ kind, path: at }) => `${kind} ${at}`).join(', ')}`);
        return Promise.resolve(given.isAgreed?.() ?? true);
      },
      mayBeSaved: (paths) => {
        said.push(`save ${paths.join(', ')}?`);
        return Promise.resolve(given.mayBeSaved?.() ?? true);
      },
      saysRestored: (target, { changes }) => {
        said.push(`restored ${target.kind} ${changes.length}`);
        return Promise.resolve(target.kind === 'turn' ? given.saysRestored?.() : undefined);
      },
      saysIncomplete: (_plan, left) => {
        said.push(`incomplete ${left}`);
        return Promise.resolve(undefined);
      },
      saysChanged: () => {
        said.push('changed');
        return Promise.resolve(given.saysChanged?.());
      },
      saysNothingChanges: () => said.push('nothing changes'),
      saysNotSaved: (at) => said.push(`not saved ${at}`),
      saysProblem: (failure) => said.push(failure.state === 'failed' ? failure.code : failure.state),
      saysRefused: (code) => said.push(code),
    };
  }

  const question = 'turn? changed a.txt, created b.txt, deleted c.txt';

  it('shows what changes, and after a yes the files are as they were', async () => {
    const { said, alone } = await restores();
    assert.deepEqual(said, [question, 'restored turn 3']);
    assert.deepEqual([files(), alone], [asThen, 1]);
  });

  it('changes nothing after a no', async () => {
    const { said, alone } = await restores({ isAgreed: () => false });
    assert.deepEqual([said, files(), alone], [[question], asNow, 0]);
  });

  it('is undone without another question where the files are as it left them', async () => {
    const { said } = await restores({ saysRestored: () => 'undo' });
    assert.deepEqual(said, [question, 'restored turn 3', 'restored undo 3']);
    assert.deepEqual(files(), asNow);
  });

  it('asks before an undo takes back what the person has written since', async () => {
    const { said } = await restores({
      saysRestored: () => {
        writeFileSync(fileOf('a.txt'), 'by the person\n');
        return 'undo';
      },
    });
    assert.deepEqual(said.slice(2), ['undo? changed a.txt, deleted b.txt, created c.txt', 'restored undo 3']);
  });

  it('restores nothing where a file changes while the person looks, and shows it anew', async () => {
    let looks = 0;
    const { said } = await restores({
      isAgreed: () => {
        looks += 1;
        if (looks === 1) writeFileSync(fileOf('c.txt'), 'by the person\n');
        return looks === 1;
      },
      saysChanged: () => 'look-again',
    });
    assert.deepEqual(said, [question, 'changed', question]);
    assert.deepEqual(files(), ['a now\n', undefined, 'by the person\n']);
  });

  it('has text that is not saved saved first, so that it is recorded and comes back by undo', async () => {
    const open = new Map([['a.txt', 'typed\n']]);
    const { said } = await restores({
      unsaved: (paths) =>
        paths
          .filter((at) => open.has(at))
          .map((at) => ({
            path: at,
            save: () => {
              writeFileSync(fileOf(at), open.get(at) ?? '');
              open.delete(at);
              return Promise.resolve(true);
            },
          })),
      saysRestored: () => 'undo',
    });
    assert.deepEqual(said, ['save a.txt?', question, 'restored turn 3', 'restored undo 3']);
    assert.deepEqual(files(), ['typed\n', undefined, 'c now\n']);
  });

  it('leaves text that is not saved, and the files, where the person does not want it saved', async () => {
    const { said } = await restores({ unsaved: () => [unsaved('a.txt', true)], mayBeSaved: () => false });
    assert.deepEqual([said, files()], [['save a.txt?'], asNow]);
  });

  it('stops where text cannot be saved', async () => {
    const { said } = await restores({ unsaved: () => [unsaved('a.txt', false)] });
    assert.deepEqual([said, files()], [['save a.txt?', 'not saved a.txt'], asNow]);
  });

  it('restores nothing where text is typed while the person looks, and shows it anew', async () => {
    let looks = 0;
    const { said } = await restores({
      unsaved: () => (looks === 1 ? [unsaved('a.txt', true)] : []),
      isAgreed: () => ++looks === 1,
      mayBeSaved: () => false,
    });
    assert.deepEqual([said, files()], [[question, 'save a.txt?'], asNow]);
  });

  for (const code of ['turn-running', 'untrusted-workspace', 'restoring'] as const) {
    it(`compares nothing where it is refused: ${code}`, async () => {
      const { said } = await restores({ refusal: () => code });
      assert.deepEqual([said, files()], [[code], asNow]);
    });
  }

  it('restores nothing where a turn has begun while the person looked', async () => {
    let looked = false;
    const { said } = await restores({
      refusal: () => (looked ? 'turn-running' : undefined),
      isAgreed: () => (looked = true),
    });
    assert.deepEqual([said, files()], [[question, 'turn-running'], asNow]);
  });

  it('restores nothing where it is stopped before anything is written', async () => {
    const { said } = await restores({ signal: AbortSignal.abort() });
    assert.deepEqual([said, files()], [[question, 'cancelled'], asNow]);
  });

  it('says that a checkpoint is not kept any more', async () => {
    const { said } = await restores({}, '0123456789012345678901234567890123456789');
    assert.deepEqual([said, files()], [['gone'], asNow]);
  });

  it('says that there is no git', async () => {
    const { said } = await restores({ program: () => Promise.resolve(undefined) });
    assert.deepEqual([said, files()], [['git-missing'], asNow]);
  });
});

function unsaved(at: string, isSaved: boolean): { path: string; save: () => Promise<boolean> } {
  return { path: at, save: () => Promise.resolve(isSaved) };
}
