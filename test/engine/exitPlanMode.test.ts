import assert from 'node:assert/strict';
import { planFileFaults } from '../../src/core/planGate';
import { invalidationCauses } from '../../src/core/review';
import { exitPlanModeTool } from '../../src/engine/exitPlanMode';
import {
  allow,
  anEngine,
  approve,
  cwd,
  dismiss,
  exit,
  planFile,
  planText,
  requestChanges,
  write,
  type EngineOptions,
  type Review,
} from './support/anEngine';

describe('exit_plan_mode', () => {
  it('E8 R6 tells the model that the person approved, and Plan is off before it is told', async () => {
    const engine = anEngine({ answers: [exit], reviews: [approve('auto-edit')] });
    assert.deepEqual(await engine.prompt(), { reason: 'done' });
    assert.match(engine.lastResult.text, /^User approved\. The approval mode is now auto-edit\./);
    assert.equal(engine.register.mode, 'auto-edit');
  });

  it('I1 freezes and shows exactly the plan file', async () => {
    const engine = anEngine({ answers: [exit], reviews: [dismiss] });
    await engine.prompt();
    assert.deepEqual(
      engine.shown.map(({ text, source }) => ({ text, source })),
      [{ text: planText, source: { kind: 'file', path: planFile } }],
    );
  });

  it('W5 takes the plan from the argument, and then reads no file (section 0)', async () => {
    const reads: number[] = [];
    const engine = anEngine({
      answers: [{ calls: [['exit_plan_mode', { plan: '# Mine\n' }]] }],
      reviews: [approve()],
      beforePlanRead: (times) => {
        reads.push(times);
        return undefined;
      },
    });
    await engine.prompt();
    assert.deepEqual([engine.register.mode, reads, engine.shown[0]?.text], ['default', [], '# Mine\n']);
  });

  for (const mode of ['default', 'auto-edit', 'auto', 'yolo'] as const) {
    it(`E2 I19 R2 gives guidance and asks nobody in ${mode}`, async () => {
      const engine = anEngine({ mode, answers: [exit] });
      assert.deepEqual(await engine.prompt(), { reason: 'done' });
      assert.deepEqual(
        [engine.lastResult.outcome, engine.lastResult.stopTurn, engine.shown, engine.prompts],
        ['error', false, [], []],
      );
      assert.ok(engine.lastResult.text.startsWith(`Plan mode is off; the approval mode is ${mode}.`));
    });
  }

  it('E2 C09 I54 ends the turn at the third call outside Plan', async () => {
    const engine = anEngine({ mode: 'default', answers: [exit, exit, exit, exit] });
    assert.deepEqual(await engine.prompt(), { reason: 'stopped' });
    assert.deepEqual(
      engine.results.map(({ stopTurn }) => stopTurn),
      [false, false, true],
    );
  });

  it('C09 closes with guidance when the person leaves Plan just before the submission', async () => {
    const engine = anEngine({
      answers: [exit],
      beforePlanRead: (_, { register }) => {
        register.switchByPerson('default');
        return undefined;
      },
    });
    assert.deepEqual(await engine.prompt(), { reason: 'done' });
    assert.match(engine.lastResult.text, /no Plan mode to leave/);
    assert.deepEqual(engine.shown, []);
  });

  it('E4 says that nothing is approved when it is executed without a review', async () => {
    const engine = anEngine();
    const built = exitPlanModeTool(engine.ports, engine.stop.signal).build({});
    assert.equal(built.state, 'built');
    const prepared = await built.invocation.prepare(engine.stop.signal);
    assert.equal(prepared.state, 'ready');
    const result = await prepared.execute(() => undefined, 'call-1');
    assert.deepEqual([result.text, engine.register.mode], ['The plan is not approved. Plan mode is still on.', 'plan']);
  });

  it('E5 S1 stays in Plan when the turn is stopped between approval and exit', async () => {
    const engine = anEngine({
      answers: [exit],
      reviews: [approve()],
      beforePlanRead: (times, { stop }) => {
        if (times === 2) stop.abort();
        return undefined;
      },
    });
    assert.deepEqual(await engine.prompt(), { reason: 'cancelled' });
    assert.equal(
      engine.lastResult.text,
      'Leaving Plan mode was cancelled: the turn was stopped. Plan mode is still on.',
    );
    assert.equal(engine.register.mode, 'plan');
  });

  it('E6 I12 does nothing when the mode was left and entered again after the approval', async () => {
    const leaveAndEnter: EngineOptions['beforePlanRead'] = (times, { register }) => {
      if (times !== 2) return undefined;
      register.switchByPerson('default');
      register.switchByPerson('plan');
      return undefined;
    };
    const engine = anEngine({ answers: [exit], reviews: [approve()], beforePlanRead: leaveAndEnter });
    assert.deepEqual(await engine.prompt(), { reason: 'stopped' });
    assert.deepEqual([engine.register.mode, engine.register.revision, engine.saved], ['plan', 2, []]);
    assert.match(engine.lastResult.text, /^The approval is out of date/);
  });

  it('I23 an exit that changes the mode is told once, and one that does not is told to nobody', async () => {
    const told: string[] = [];
    for (const reviews of [[approve()], [dismiss]]) {
      const engine = anEngine({ answers: [exit], reviews });
      engine.register.onDidChange(({ after }) => told.push(after.mode));
      await engine.prompt();
    }
    assert.deepEqual(told, ['default']);
  });

  it('E7 stays in Plan and says so when the workspace lost its trust after the approval', async () => {
    let isTrusted = true;
    const engine = anEngine({
      answers: [exit],
      reviews: [approve('auto-edit')],
      isTrusted: () => isTrusted,
      beforePlanRead: (times) => {
        isTrusted = times < 2;
        return undefined;
      },
    });
    await engine.prompt();
    assert.equal(engine.register.mode, 'plan');
    assert.match(engine.lastResult.text, /not trusted any more\. Plan mode is still on\./);
  });

  it('E9 I26 saves the frozen text, once, when the mode has changed already', async () => {
    const modes: string[] = [];
    const engine = anEngine({
      answers: [exit],
      reviews: [approve()],
      planExited: (_, { register }) => {
        modes.push(register.mode);
        return Promise.resolve();
      },
    });
    await engine.prompt();
    assert.deepEqual([modes, engine.saved.map(({ text }) => text)], [['default'], [planText]]);
  });

  it('E9 I24 succeeds when the copy cannot be saved', async () => {
    const engine = anEngine({
      answers: [exit],
      reviews: [approve()],
      planExited: () => Promise.reject(new Error('disk full')),
    });
    assert.deepEqual(await engine.prompt(), { reason: 'done' });
    await engine.agent.dispose();
    assert.deepEqual(
      [engine.lastResult.outcome, engine.faults],
      ['ok', ['the copy of an approved plan could not be saved']],
    );
  });

  it('E9 waits for a saving copy when it is disposed, and not before', async () => {
    let saved = (): void => undefined;
    const engine = anEngine({
      answers: [exit],
      reviews: [approve()],
      planExited: () => new Promise((resolve) => (saved = resolve)),
    });
    await engine.prompt();
    let isDisposed = false;
    const disposed = engine.agent.dispose().then(() => (isDisposed = true));
    await Promise.resolve();
    assert.equal(isDisposed, false);
    saved();
    await disposed;
  });

  it('E10 I11 changes the mode once for two exits of one message', async () => {
    const engine = anEngine({
      answers: [
        {
          calls: [
            ['exit_plan_mode', {}],
            ['exit_plan_mode', {}],
          ],
        },
      ],
      reviews: [approve()],
    });
    await engine.prompt();
    assert.deepEqual(
      engine.results.map(({ outcome }) => outcome),
      ['ok', 'error'],
    );
    assert.deepEqual([engine.register.revision, engine.saved.length, engine.shown.length], [1, 1, 1]);
  });

  for (const [name, args] of [
    ['a blank plan', { plan: ' \n\t' }],
    ['a plan that is no text', { plan: 7 }],
    ['an argument that does not exist', { plan: '# P', resolutionSummary: 'x' }],
    ['D05 only what is no plan', { allowedPrompts: [] }],
    ['arguments that are no object', 'go'],
  ] as const) {
    it(`T1 refuses ${name} without a review`, async () => {
      const engine = anEngine({ answers: [{ calls: [['exit_plan_mode', args]] }] });
      await engine.prompt();
      assert.deepEqual([engine.lastResult.outcome, engine.shown, engine.register.mode], ['error', [], 'plan']);
    });
  }

  it('W5 asks for a shorter plan when the argument is larger than a person can read', async () => {
    const engine = anEngine({ answers: [{ calls: [['exit_plan_mode', { plan: 'é'.repeat(600_000) }]] }] });
    assert.deepEqual(await engine.prompt(), { reason: 'done' });
    assert.match(engine.lastResult.text, /Shorten it/);
    assert.deepEqual([engine.shown, engine.register.mode], [[], 'plan']);
  });

  for (const code of planFileFaults) {
    it(`W7 I47 says in its own words that the plan file is ${code}, shows no review and stays in Plan`, async () => {
      const engine = anEngine({ answers: [exit], beforePlanRead: () => ({ state: 'unreadable', code }) });
      assert.deepEqual(await engine.prompt(), { reason: 'done' });
      assert.deepEqual([engine.shown, engine.register.mode, engine.lastResult.stopTurn], [[], 'plan', false]);
      assert.ok(engine.lastResult.text.includes('Plan mode is still on. Nobody was asked.'));
    });
  }

  it('W7 has a different text for each fault of the plan file', async () => {
    const texts = await Promise.all(
      planFileFaults.map(async (code) => {
        const engine = anEngine({ answers: [exit], beforePlanRead: () => ({ state: 'unreadable', code }) });
        await engine.prompt();
        return engine.lastResult.text;
      }),
    );
    assert.equal(new Set(texts).size, planFileFaults.length);
  });

  it('D05 shows the second text in the second round', async () => {
    const engine = anEngine({
      answers: [exit, { calls: [write(planFile, '# Second\n')] }, exit],
      reviews: [requestChanges('Shorter'), dismiss],
    });
    await engine.prompt();
    assert.deepEqual(
      engine.shown.map(({ text, version }) => [text, version]),
      [
        [planText, 1],
        ['# Second\n', 2],
      ],
    );
  });

  it('W5 hands the note to the model, and the turn goes on in Plan', async () => {
    const engine = anEngine({ answers: [exit], reviews: [requestChanges('Name the files.')] });
    assert.deepEqual(await engine.prompt(), { reason: 'done' });
    assert.equal(engine.requests.length, 2);
    assert.ok(
      engine.requests[1]?.messages.some(
        (message) => message.role === 'tool' && message.text.endsWith('\n\nName the files.'),
      ),
    );
    assert.equal(engine.register.mode, 'plan');
  });

  it('W5 ends the turn in Plan when the review is dismissed', async () => {
    const engine = anEngine({ answers: [exit], reviews: [dismiss] });
    assert.deepEqual(await engine.prompt(), { reason: 'stopped' });
    assert.deepEqual([engine.requests.length, engine.register.mode], [1, 'plan']);
  });

  const afterShown = (change: (engine: ReturnType<typeof anEngine>) => void): ReturnType<typeof anEngine> => {
    const engine: ReturnType<typeof anEngine> = anEngine({
      answers: [exit, exit],
      reviews: [
        async (plan, signal) => {
          change(engine);
          return approve()(plan, signal);
        },
        dismiss,
      ],
    });
    return engine;
  };

  it('D01 I36 refuses an approval of a plan that was rewritten while it was shown, and the turn goes on', async () => {
    const engine = afterShown(({ workspace }) => workspace.files.set(planFile, '# Other\n'));
    await engine.prompt();
    assert.match(engine.results[0]?.text ?? '', /^The plan file was changed after the person had seen it/);
    assert.deepEqual([engine.register.mode, engine.shown.map(({ text }) => text)], ['plan', [planText, '# Other\n']]);
  });

  it('D02 refuses an approval of a plan file that is gone, and says that it is', async () => {
    const engine = afterShown(({ workspace }) => workspace.files.delete(planFile));
    await engine.prompt();
    assert.match(engine.results[0]?.text ?? '', /could not be read again.*the plan file does not exist/);
    assert.equal(engine.register.mode, 'plan');
  });

  for (const cause of invalidationCauses) {
    it(`W5 V4 ends the turn when the review is invalidated: ${cause}`, async () => {
      const engine = anEngine({
        answers: [exit],
        reviews: [
          () => {
            void engine.gate.invalidate(cause);
            return new Promise(() => undefined);
          },
        ],
      });
      assert.deepEqual(await engine.prompt(), { reason: 'stopped' });
      assert.deepEqual([engine.lastResult.outcome, engine.register.mode], ['cancelled', 'plan']);
      assert.match(engine.lastResult.text, /^The review ended without a decision/);
    });
  }

  it('I37 names the mode that is on when the person left Plan during the review', async () => {
    const engine = anEngine({
      answers: [exit],
      reviews: [
        () => {
          engine.register.switchByPerson('yolo');
          return new Promise(() => undefined);
        },
      ],
    });
    await engine.prompt();
    assert.match(
      engine.lastResult.text,
      /the approval mode was changed meanwhile\..*Plan mode is off; the approval mode is yolo\./,
    );
  });

  it('S5 ignores an answer that comes after the review was invalidated', async () => {
    const late: Review = async (plan, signal) => {
      await engine.gate.invalidate('branch-moved');
      return approve()(plan, signal);
    };
    const engine = anEngine({ answers: [exit], reviews: [late] });
    await engine.prompt();
    assert.equal(engine.register.mode, 'plan');
  });

  it('S1 I7 ends unanswered when the turn is stopped during the review', async () => {
    const engine = anEngine({
      answers: [exit],
      reviews: [
        () => {
          engine.stop.abort();
          return new Promise(() => undefined);
        },
      ],
    });
    assert.deepEqual(await engine.prompt(), { reason: 'cancelled' });
    assert.match(engine.lastResult.text, /because the turn was stopped\. This is no approval/);
    assert.equal(engine.register.mode, 'plan');
  });

  it('X3 B03 B17 stays in Plan when the review cannot be shown', async () => {
    const engine = anEngine({ answers: [exit], reviews: [() => Promise.reject(new Error('no webview'))] });
    assert.deepEqual(await engine.prompt(), { reason: 'stopped' });
    assert.match(engine.lastResult.text, /could not be shown for review.*mode selector or \/plan exit/);
    assert.ok(
      engine.entries.some(
        (entry) =>
          entry.type === 'review-ended' &&
          entry.outcome.state === 'unanswered' &&
          entry.outcome.reason === 'review-unavailable',
      ),
    );
    assert.equal(engine.register.mode, 'plan');
  });

  for (const [name, answer] of [
    ['nothing', 'null'],
    ['an empty object', '{}'],
    ['an unknown kind', '{"kind":"approved"}'],
    ['an answer without a decision', '{"kind":"answer","reviewId":"review-1","revision":0}'],
    ['an unknown decision', '{"decision":{"kind":"proceed_always"}}'],
    ['an approval without a target', '{"decision":{"kind":"approve"}}'],
    ['text that says approve', '{"decision":"approve"}'],
    ['no decision at all', '{"decision":null}'],
  ] as const) {
    it(`C02 W2 I6 takes ${name} for no decision`, async () => {
      const engine = anEngine({
        answers: [exit],
        reviews: [
          ({ reviewId, planHash, revision }) => {
            const raw: unknown = JSON.parse(answer);
            const isDecision = typeof raw === 'object' && raw !== null && 'decision' in raw;
            return malformed(isDecision ? { kind: 'answer', reviewId, planHash, revision, ...raw } : raw);
          },
          dismiss,
        ],
      });
      await engine.prompt();
      assert.equal(engine.register.mode, 'plan');
      assert.equal(engine.gate.pending, undefined);
    });
  }

  it('W2 ends the turn with an error for a decision that nobody offered', async () => {
    const engine = anEngine({
      answers: [exit],
      reviews: [
        ({ reviewId, planHash, revision }) =>
          malformed({ kind: 'answer', reviewId, planHash, revision, decision: { kind: 'always' } }),
      ],
    });
    assert.deepEqual(await engine.prompt(), { reason: 'stopped' });
    assert.deepEqual(
      [engine.lastResult.outcome, engine.lastResult.text.slice(0, 51)],
      ['error', 'The answer is not one of the offered decisions, so '],
    );
  });

  it('V7 asks again, with the reason, as often as the decision cannot be recorded', async () => {
    let failures = 2;
    const engine = anEngine({
      answers: [exit],
      reviews: [approve(), approve(), approve()],
      beforeAppend: (fact) => {
        if (fact.type === 'review-ended' && (failures -= 1) >= 0) throw new Error('disk full');
      },
    });
    await engine.prompt();
    assert.deepEqual(
      engine.problems.map((problem) => problem?.state),
      [undefined, 'failed', 'failed'],
    );
    assert.equal(engine.register.mode, 'default');
  });

  it('V7 shows no review that could not be recorded, and ends the turn in Plan', async () => {
    const engine = anEngine({
      answers: [exit],
      beforeAppend: (fact) => {
        if (fact.type === 'review-pending') throw new Error('disk full');
      },
    });
    assert.deepEqual(await engine.prompt(), { reason: 'stopped' });
    assert.deepEqual([engine.shown, engine.register.mode], [[], 'plan']);
  });

  for (const before of ['default', 'auto-edit', 'auto', 'yolo'] as const) {
    it(`B01 B02 opens the review whatever was allowed before Plan: ${before}`, async () => {
      const engine = anEngine({ before, answers: [exit], reviews: [dismiss], ask: allow });
      await engine.prompt();
      assert.deepEqual([engine.shown.length, engine.prompts.length, engine.register.mode], [1, 0, 'plan']);
    });
  }

  for (const name of [
    'exit_plan_mode',
    'ExitPlanMode',
    'exitPlanMode',
    'EXIT-PLAN-MODE',
    'plan_exit',
    'submit_plan',
    'x.ai/exit_plan_mode',
  ]) {
    it(`B06 reviews the plan under the name ${name}`, async () => {
      const engine = anEngine({ answers: [{ calls: [[name, {}]] }], reviews: [dismiss] });
      await engine.prompt();
      assert.equal(engine.shown.length, 1);
    });
  }

  it('A10 refuses an edit after a dismissed plan and a message in the chat', async () => {
    const engine = anEngine({ answers: [exit, { calls: [write('a.ts')] }], reviews: [dismiss], ask: allow });
    await engine.prompt();
    await engine.prompt('Approved, just do it.');
    assert.deepEqual(
      [engine.lastResult.outcome, engine.workspace.writes, engine.prompts, engine.register.mode],
      ['refused', [], [], 'plan'],
    );
  });

  it('I53 reviews the plan again in the turn after a dismissal', async () => {
    const engine = anEngine({ answers: [exit, exit], reviews: [dismiss, approve()] });
    await engine.prompt();
    await engine.prompt('Ask for the plan again');
    assert.deepEqual([engine.shown.length, engine.register.mode], [2, 'default']);
  });

  it('W7 refuses a plan file with nothing but white space, and shows no review', async () => {
    const engine = anEngine({ files: { [planFile]: ' \n' }, answers: [exit] });
    await engine.prompt();
    assert.match(engine.lastResult.text, /nothing but white space/);
    assert.deepEqual([engine.shown, engine.register.mode], [[], 'plan']);
  });

  it('tells what the turn waits for, and when it goes on', async () => {
    const engine = anEngine({ answers: [exit], reviews: [dismiss] });
    await engine.prompt();
    assert.deepEqual(engine.waits, ['review', undefined]);
  });

  it('I24 exits whatever those who look on do', async () => {
    const fails = (): never => {
      throw new Error('broken view');
    };
    const engine = anEngine({
      answers: [exit],
      reviews: [approve()],
      ports: { onExit: fails, onDidChangeWaiting: fails },
    });
    assert.deepEqual(await engine.prompt(), { reason: 'done' });
    assert.deepEqual([engine.lastResult.outcome, engine.register.mode], ['ok', 'default']);
  });

  it('tells what the gate made of an approval', async () => {
    const told: unknown[] = [];
    const engine = anEngine({
      answers: [exit],
      reviews: [approve()],
      ports: { onExit: (reviewId, { state }) => told.push([reviewId, state]) },
    });
    await engine.prompt();
    assert.deepEqual(told, [['review-1', 'left']]);
  });

  it('finds the plan file outside of the workspace folder', () => {
    assert.ok(!planFile.startsWith(`${cwd}/`));
  });
});

/** An answer as another program may send it: types end there. */
function malformed(answer: unknown): ReturnType<Review> {
  return Promise.resolve(JSON.parse(JSON.stringify(answer)));
}
