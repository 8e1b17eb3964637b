import assert from 'node:assert/strict';
import fc from 'fast-check';
import { approvalModes, type ApprovalMode } from '../../src/core/approvalMode';
import type { Classification, Verdict } from '../../src/core/classification';
import type { Permission } from '../../src/core/permission';
import type { PermissionRequest, PromptAnswer } from '../../src/core/prompter';
import type { Classifier } from '../../src/engine/classifier';
import type { HookDecision } from '../../src/engine/hooks/hooks';
import { done } from '../../src/engine/tool';
import { exitPlanModeTool } from '../../src/engine/exitPlanMode';
import { aScope, aTool, batchOf, ruleBook, someHooks, type ToolOptions } from './support/aCall';
import { allow, anEngine, approve, exit, planText, write, type Engine, type EngineOptions } from './support/anEngine';

const answers = {
  allow: () => Promise.resolve<PromptAnswer>({ kind: 'allow' }),
  always: () => Promise.resolve<PromptAnswer>({ kind: 'allow-always' }),
  reject: () => Promise.resolve<PromptAnswer>({ kind: 'reject', note: '' }),
};

interface Case extends ToolOptions {
  readonly mode?: ApprovalMode;
  readonly rules?: Parameters<typeof ruleBook>[0];
  readonly request?: HookDecision | 'throws';
  readonly before?: HookDecision | 'throws';
  readonly classifier?: Classifier;
  readonly answer?: () => Promise<PromptAnswer>;
  readonly args?: object;
}

/** One call through the whole pipeline. */
async function oneCall(given: Case): Promise<{
  outcome: string;
  text: string;
  ran: readonly object[];
  prompts: readonly PermissionRequest[];
  order: readonly string[];
  engine: Engine;
}> {
  const engine = anEngine({ mode: given.mode ?? 'default', ask: given.answer ?? answers.reject });
  const tool = aTool(given);
  const hooks = someHooks(given);
  const scope = aScope(engine, [tool], { hooks, classifier: given.classifier, ...ruleBook(given.rules) });
  const [result] = await batchOf(scope, given.args ? [tool.declaration.name, given.args] : [tool.declaration.name]);
  assert.ok(result);
  return { ...result, ran: tool.ran, prompts: engine.prompts, order: hooks.order, engine };
}

const said = (verdict: Verdict): Classification => ({ kind: 'judged', verdict, reason: 'Because.' });

const judging = (answer: Verdict | 'unavailable' | 'throws'): Classifier & { asked: number } => {
  const classifier = {
    asked: 0,
    judge: () => {
      classifier.asked += 1;
      if (answer === 'throws') return Promise.reject(new Error('no model'));
      return Promise.resolve<Classification>(
        answer === 'unavailable' ? { kind: 'not-judged', code: 'failed' } : said(answer),
      );
    },
  };
  return classifier;
};

describe('permission pipeline', () => {
  const effects: readonly Permission[] = ['allow', 'ask', 'deny'];
  for (const own of effects) {
    for (const rule of [...effects, undefined]) {
      for (const isInteractionRequired of [true, false]) {
        const isDenied = own === 'deny' || rule === 'deny';
        const isAsked = !isDenied && (isInteractionRequired || (rule ?? own) === 'ask');
        const what = isDenied ? 'denied' : isAsked ? 'asked about' : 'run';
        it(`R3 default ${own}, ${rule ?? 'no'} rule, interaction ${isInteractionRequired ? '' : 'not '}required: ${what}`, async () => {
          const rules = rule === undefined ? {} : { [rule]: ['think'] };
          const { outcome, ran, prompts } = await oneCall({ permission: own, rules, isInteractionRequired });
          assert.deepEqual(
            [outcome, ran.length, prompts.length],
            [isDenied || isAsked ? 'refused' : 'ok', isDenied || isAsked ? 0 : 1, isAsked ? 1 : 0],
          );
        });
      }
    }
  }

  it('R3 names the rule that denies', async () => {
    const { text } = await oneCall({ rules: { deny: ['think'], allow: ['*'] } });
    assert.equal(
      text,
      'think is denied for this call by the rule "think" (user settings). Nobody was asked and nothing was done. Do not try it again or in another way.',
    );
  });

  it('R3 says that other uses stay permitted where only some are denied', async () => {
    const engine = anEngine({
      mode: 'yolo',
      answers: [{ calls: [write('src/a.ts')] }],
      ports: ruleBook({ deny: ['Edit(src/**)'] }),
    });
    await engine.prompt();
    assert.match(engine.lastResult.text, /rule "Edit\(src\/\*\*\)".*Other uses of write_file stay permitted\./);
    assert.deepEqual(engine.workspace.writes, []);
  });

  it('I41 a rule holds for where a path really leads', async () => {
    const engine = anEngine({
      mode: 'yolo',
      answers: [{ calls: [write('link/a.ts')] }],
      ports: ruleBook({ deny: ['Edit(src/**)'] }),
    });
    engine.workspace.links.set('/work/link', '/work/src');
    await engine.prompt();
    assert.deepEqual([engine.lastResult.outcome, engine.workspace.writes], ['refused', []]);
  });

  it('I41 an allow rule does not hold for where a link leads out of it', async () => {
    const engine = anEngine({
      mode: 'default',
      answers: [{ calls: [write('src/link/a.ts')] }],
      ask: answers.reject,
      ports: ruleBook({ allow: ['Edit(src/**)'] }),
    });
    engine.workspace.links.set('/work/src/link', '/work/other');
    await engine.prompt();
    assert.equal(engine.prompts.length, 1);
  });

  it('H2 an allow rule does not open Plan', async () => {
    const engine = anEngine({ answers: [{ calls: [write('src/a.ts')] }], ports: ruleBook({ allow: ['*'] }) });
    await engine.prompt();
    assert.deepEqual([engine.lastResult.outcome, engine.prompts, engine.workspace.writes], ['refused', [], []]);
  });

  it('H2 a deny and an ask rule count for the plan file too', async () => {
    const plan = write('/plans/session.md');
    const engines = [{ deny: ['Edit(/plans/**)'] }, { ask: ['Edit'] }].map((rules) =>
      anEngine({ answers: [{ calls: [plan] }], ask: answers.reject, ports: ruleBook(rules) }),
    );
    for (const engine of engines) await engine.prompt();
    assert.deepEqual(
      engines.map(({ prompts, workspace }) => [prompts.length, workspace.writes]),
      [
        [0, []],
        [1, []],
      ],
    );
  });

  it('S1 a deny rule that is added while the question is open counts', async () => {
    const book = ruleBook();
    const engine = anEngine({
      mode: 'default',
      answers: [{ calls: [write('a.ts')] }],
      ask: () => {
        book.allowAlways?.(ruleBook({ deny: ['Edit'] }).rules?.().rules ?? []);
        return allow();
      },
      ports: book,
    });
    await engine.prompt();
    assert.deepEqual([engine.lastResult.outcome, engine.workspace.writes], ['refused', []]);
  });

  it('S3 refuses a call that a person has to answer where nobody can be asked', async () => {
    const nobody = (): Promise<PromptAnswer> => Promise.reject(new Error('no host'));
    const { outcome, text, ran } = await oneCall({ isInteractionRequired: true, mode: 'yolo', answer: nobody });
    assert.deepEqual([outcome, ran], ['refused', []]);
    assert.match(text, /^Nobody could be asked, so this was not done\./);
  });

  it('S7 a cancelled question ends its call as cancelled', async () => {
    assert.equal((await oneCall({ answer: () => Promise.resolve({ kind: 'cancelled' }) })).outcome, 'cancelled');
  });

  it('runs the hooks around the question and the act, in this order', async () => {
    assert.deepEqual((await oneCall({ answer: answers.allow })).order, [
      'request',
      'permission_prompt',
      'before',
      'after',
    ]);
  });

  it('runs no PermissionRequest hook where nobody has to be asked', async () => {
    assert.deepEqual((await oneCall({ permission: 'allow' })).order, ['before', 'after']);
  });

  it('H2 runs no hook for what Plan refuses', async () => {
    assert.deepEqual((await oneCall({ mode: 'plan', kind: 'execute' })).order, []);
  });

  it('S4 a PermissionRequest hook may allow an ordinary call', async () => {
    const { ran, prompts } = await oneCall({ request: { kind: 'allow', updatedInput: undefined } });
    assert.deepEqual([ran.length, prompts.length], [1, 0]);
  });

  it('S4 a PermissionRequest hook may change the arguments of an ordinary call that it allows', async () => {
    const { ran } = await oneCall({ request: { kind: 'allow', updatedInput: { b: 2 } }, args: { a: 1 } });
    assert.deepEqual(ran, [{ b: 2 }]);
  });

  it('S4 records what a hook changed a call to before it runs, so that the transcript says what ran', async () => {
    const engine = anEngine({ mode: 'default' });
    const tool = aTool({ result: () => done(JSON.stringify(engine.entries.map(({ type }) => type))) });
    const hooks = someHooks({ request: { kind: 'allow', updatedInput: { b: 2 } } });
    const [result] = await batchOf(aScope(engine, [tool], { hooks }), ['think', { a: 1 }]);
    assert.equal(result?.text, '["call-changed"]');
    assert.deepEqual(
      engine.entries.flatMap((entry) => (entry.type === 'call-changed' ? [[entry.callId, entry.args]] : [])),
      [['call-0', { b: 2 }]],
    );
  });

  it('S4 tells the model what a hook changed its call to', async () => {
    const engine = anEngine({
      mode: 'default',
      answers: [{ calls: [write('a.ts')] }],
      ports: { hooks: someHooks({ request: { kind: 'allow', updatedInput: { path: 'b.ts', text: '' } } }) },
    });
    await engine.prompt();
    assert.match(
      engine.requests[1]?.messages.find(({ role }) => role === 'tool')?.text ?? '',
      /^A hook of the host changed the arguments of this call to \{"path":"b\.ts","text":""\}\./,
    );
  });

  for (const hooks of [
    { request: { kind: 'allow', updatedInput: { a: 1 } } },
    { before: { kind: 'allow', updatedInput: { a: 1 } } },
  ] as const) {
    it(`S4 a ${Object.keys(hooks)[0]} hook that gives the arguments back as they were has changed nothing`, async () => {
      const { prompts, ran, engine } = await oneCall({ ...hooks, rules: { allow: ['think'] }, args: { a: 1 } });
      assert.deepEqual([prompts, ran, engine.entries.map(({ type }) => type)], [[], [{ a: 1 }], ['tool-result']]);
    });
  }

  it('S4 arguments that a hook makes up are judged like any other', async () => {
    const engine = anEngine({
      mode: 'default',
      answers: [{ calls: [write('a.ts')] }],
      ports: {
        ...ruleBook({ deny: ['Edit(src/**)'] }),
        hooks: someHooks({ request: { kind: 'allow', updatedInput: { path: 'src/a.ts', text: '' } } }),
      },
    });
    await engine.prompt();
    assert.deepEqual([engine.lastResult.outcome, engine.workspace.writes], ['refused', []]);
  });

  it('S4 arguments of a hook that are not valid decide nothing', async () => {
    const { prompts, ran } = await oneCall({ request: { kind: 'allow', updatedInput: { bad: true } } });
    assert.deepEqual([prompts.length, ran], [1, []]);
  });

  it('S4 I4 a deny of the PermissionRequest hook ends the call with its message, and asks nobody', async () => {
    const { outcome, text, prompts, ran } = await oneCall({ request: { kind: 'deny', message: 'Not here.' } });
    assert.deepEqual([outcome, prompts, ran], ['refused', [], []]);
    assert.match(text, /It says: Not here\./);
  });

  for (const request of ['throws', { kind: 'none' }, { kind: 'ask' }] as const) {
    it(`S4 goes on to the person when the hook ${request === 'throws' ? request : `says ${request.kind}`}`, async () => {
      assert.equal((await oneCall({ request })).prompts.length, 1);
    });
  }

  it('S4 a PreToolUse hook may block a call that a person allowed', async () => {
    const { outcome, ran } = await oneCall({ answer: answers.allow, before: { kind: 'deny', message: 'No.' } });
    assert.deepEqual([outcome, ran], ['refused', []]);
  });

  it('S4 a PreToolUse hook that throws decides nothing', async () => {
    assert.equal((await oneCall({ permission: 'allow', before: 'throws' })).outcome, 'ok');
  });

  it('R7 asks a person about what a PreToolUse hook wants asked, and hides "always allow"', async () => {
    const { prompts, ran } = await oneCall({ mode: 'yolo', before: { kind: 'ask' }, answer: answers.allow });
    assert.deepEqual([prompts.map(({ canAllowAlways }) => canAllowAlways), ran.length], [[false], 1]);
  });

  it('I20 does not ask again when a PreToolUse hook wants somebody asked who was', async () => {
    assert.equal((await oneCall({ before: { kind: 'ask' }, answer: answers.allow })).prompts.length, 1);
  });

  it('I5 a PreToolUse hook does not change what a person has seen', async () => {
    const { ran } = await oneCall({
      before: { kind: 'allow', updatedInput: { b: 2 } },
      answer: answers.allow,
      args: { a: 1 },
    });
    assert.deepEqual(ran, [{ a: 1 }]);
  });

  it('asks about a call that a PreToolUse hook changed, if the changed one needs it', async () => {
    const engine = anEngine({
      mode: 'default',
      answers: [{ calls: [write('src/a.ts')] }],
      ask: answers.allow,
      ports: {
        ...ruleBook({ allow: ['Edit(src/**)'] }),
        hooks: someHooks({ before: { kind: 'allow', updatedInput: { path: 'b.ts', text: '' } } }),
      },
    });
    await engine.prompt();
    assert.deepEqual(
      [engine.prompts.map(({ title }) => title), engine.workspace.writes],
      [['Create b.ts'], ['/work/b.ts']],
    );
  });

  const offers: readonly (readonly [what: string, given: Case, canAllowAlways: boolean])[] = [
    ['an ordinary question', {}, true],
    ['a question that the call requires', { isInteractionRequired: true }, false],
    ['a question that a rule forces', { rules: { ask: ['think'] } }, false],
  ];
  for (const [what, given, canAllowAlways] of offers) {
    it(`R7 ${canAllowAlways ? 'offers' : 'hides'} "always allow" in ${what}`, async () => {
      const [prompt] = (await oneCall(given)).prompts;
      assert.deepEqual(
        [prompt?.canAllowAlways, prompt?.alwaysRules],
        [canAllowAlways, canAllowAlways ? ['think'] : []],
      );
    });
  }

  it('R7 takes "always allow" for once where it was hidden', async () => {
    const engine = anEngine({ mode: 'default', ask: answers.always });
    const tool = aTool();
    const scope = aScope(engine, [tool], ruleBook({ ask: ['think'] }));
    await batchOf(scope, ['think']);
    await batchOf(scope, ['think']);
    assert.deepEqual([engine.prompts.length, tool.ran.length], [2, 2]);
  });

  it('asks no more after "always allow"', async () => {
    const engine = anEngine({ mode: 'default', ask: answers.always });
    const tool = aTool();
    const scope = aScope(engine, [tool], ruleBook());
    await batchOf(scope, ['think']);
    await batchOf(scope, ['think']);
    assert.deepEqual([engine.prompts.length, tool.ran.length], [1, 2]);
  });

  describe('with a plan exit', () => {
    const deny: HookDecision = { kind: 'deny', message: 'Not on Fridays.' };
    const other: HookDecision = { kind: 'allow', updatedInput: { plan: '# Another plan' } };

    it('S4 R5 I5 an allow of a hook does not answer the review, and its plan is neither shown nor executed', async () => {
      const hooks = someHooks({ request: other, before: other });
      const engine = anEngine({
        answers: [exit],
        reviews: [approve()],
        ports: { hooks, ...ruleBook({ allow: ['*'] }) },
      });
      await engine.prompt();
      assert.deepEqual(
        [engine.shown.map(({ text }) => text), engine.saved.map(({ text }) => text), engine.register.mode],
        [[planText], [planText], 'default'],
      );
    });

    it('S4 a deny of the PermissionRequest hook ends the exit before anybody sees it', async () => {
      const engine = anEngine({ answers: [exit], ports: { hooks: someHooks({ request: deny }) } });
      await engine.prompt();
      assert.deepEqual([engine.lastResult.outcome, engine.shown, engine.register.mode], ['refused', [], 'plan']);
      assert.match(engine.lastResult.text, /Not on Fridays\. Plan mode is still on\./);
    });

    it('S4 a PreToolUse deny keeps Plan, and the approval is gone', async () => {
      const exits: unknown[] = [];
      const engine = anEngine({
        answers: [exit],
        reviews: [approve()],
        ports: { hooks: someHooks({ before: deny }), onExit: (_, result) => exits.push(result) },
      });
      await engine.prompt();
      const [plan] = engine.shown;
      assert.ok(plan);
      const late = engine.gate.execute(plan, {
        actor: 'main',
        turn: engine.stop.signal,
        planNow: { state: 'text', text: planText },
      });
      assert.deepEqual(
        [engine.lastResult.outcome, exits, late, engine.register.state],
        [
          'refused',
          [{ state: 'kept', code: 'blocked' }],
          { state: 'kept', code: 'not-approved' },
          { mode: 'plan', prePlanMode: 'default', revision: 0 },
        ],
      );
    });

    it('S9 I5 text that an answer brings along is not applied to the plan', async () => {
      const engine = anEngine({
        answers: [exit],
        reviews: [
          async (plan, signal) => ({
            ...(await approve()(plan, signal)),
            text: '# Edited',
            updatedInput: { plan: '# Edited' },
          }),
        ],
      });
      await engine.prompt();
      assert.deepEqual(
        engine.saved.map(({ text }) => text),
        [planText],
      );
    });

    it('S4 a new exit after one that a hook blocked gets a review of its own', async () => {
      let runs = 0;
      const hooks = someHooks({});
      const engine = anEngine({
        answers: [exit, exit],
        reviews: [approve(), approve()],
        ports: { hooks: { ...hooks, preToolUse: () => Promise.resolve((runs += 1) === 1 ? deny : { kind: 'none' }) } },
      });
      await engine.prompt();
      assert.deepEqual([engine.shown.length, engine.register.mode], [2, 'default']);
    });

    it('I4 a deny rule that is added during the review takes the approval back', async () => {
      const book = ruleBook();
      const engine = anEngine({
        answers: [exit],
        reviews: [
          (plan, signal) => {
            book.allowAlways?.(ruleBook({ deny: ['exit_plan_mode'] }).rules?.().rules ?? []);
            return approve()(plan, signal);
          },
        ],
        ports: book,
      });
      await engine.prompt();
      assert.deepEqual([engine.lastResult.outcome, engine.register.mode], ['refused', 'plan']);
    });

    it('E5 S1 an exit that is stopped in its PreToolUse hook keeps Plan and uses its approval up', async () => {
      const engine: Engine = anEngine({
        answers: [exit],
        reviews: [approve()],
        ports: {
          hooks: {
            ...someHooks({}),
            preToolUse: () => {
              engine.stop.abort();
              return Promise.resolve({ kind: 'none' });
            },
          },
        },
      });
      await engine.prompt();
      assert.deepEqual([engine.register.mode, engine.lastResult.outcome], ['plan', 'cancelled']);
    });

    it('I19 E2 outside Plan there is neither review nor question nor PermissionRequest hook, in any mode', async () => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...approvalModes.filter((mode) => mode !== 'plan')), async (mode) => {
          const hooks = someHooks({ request: { kind: 'allow', updatedInput: undefined } });
          const engine = anEngine({ mode, answers: [exit], ports: { hooks } });
          await engine.prompt();
          assert.deepEqual(
            [engine.shown, engine.prompts, hooks.order.includes('request'), engine.register.mode],
            [[], [], false, mode],
          );
        }),
        { numRuns: 20 },
      );
    });

    it('I3 I5 whatever rules, hooks, mode before and classifier allow, the exit waits and the plan is the one that was shown', async () => {
      const decision = fc.constantFrom<HookDecision>(
        { kind: 'none' },
        { kind: 'ask' },
        { kind: 'allow', updatedInput: undefined },
        other,
      );
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom('default', 'auto-edit', 'auto', 'yolo' as const),
          decision,
          decision,
          fc.constantFrom('*', 'exit_plan_mode', 'Edit'),
          fc.constantFrom<'allow' | 'ask'>('allow', 'ask'),
          async (before, request, preToolUse, allowed, judged) => {
            const classifier = judging(judged);
            const options: EngineOptions = {
              before,
              answers: [exit],
              reviews: [approve()],
              ports: {
                hooks: someHooks({ request, before: preToolUse }),
                classifier,
                ...ruleBook({ allow: [allowed] }),
              },
            };
            const engine = anEngine(options);
            await engine.prompt();
            assert.deepEqual(
              [
                engine.shown.map(({ text }) => text),
                engine.saved.map(({ text }) => text),
                engine.prompts,
                classifier.asked,
              ],
              [[planText], [planText], [], 0],
            );
          },
        ),
        { numRuns: 60 },
      );
    });
  });

  describe('in auto', () => {
    it('M2 runs without a question what the classifier allows', async () => {
      const { ran, prompts } = await oneCall({ mode: 'auto', classifier: judging('allow') });
      assert.deepEqual([ran.length, prompts.length], [1, 0]);
    });

    for (const answer of ['ask', 'unavailable', 'throws'] as const) {
      it(`M2 asks a person when the classifier ${answer === 'throws' ? answer : `says ${answer}`}`, async () => {
        assert.equal((await oneCall({ mode: 'auto', classifier: judging(answer) })).prompts.length, 1);
      });
    }

    const spared: readonly (readonly [what: string, given: Case])[] = [
      ['another mode', { mode: 'default' }],
      ['a call that a person has to answer', { isInteractionRequired: true }],
      ['a question', { kind: 'question' }],
      ['ask_user_question', { name: 'ask_user_question' }],
      ['enter_plan_mode', { name: 'enter_plan_mode' }],
      ['exit_plan_mode', { name: 'exit_plan_mode' }],
      ['what a rule wants asked', { rules: { ask: ['think'] } }],
      ['what is allowed anyway', { permission: 'allow' }],
      ['Plan', { mode: 'plan' }],
      ['what a rule denies', { rules: { deny: ['think'] } }],
      ['a tool that denies itself', { permission: 'deny' }],
      ['an edit of a guarded file', { name: 'edit', kind: 'edit', args: { path: '.vscode/settings.json' } }],
      ['an edit outside the workspace', { name: 'edit', kind: 'edit', args: { path: '/etc/hosts' } }],
      ['an edit of nobody knows what', { name: 'edit', kind: 'edit', args: { then_run: 'x' } }],
    ];
    for (const [what, given] of spared) {
      it(`M2 does not ask the classifier about ${what}`, async () => {
        const classifier = judging('allow');
        await oneCall({ mode: 'auto', classifier, ...given });
        assert.equal(classifier.asked, 0);
      });
    }

    it('M2 leaves a dangerous allow rule to the classifier', async () => {
      const classifier = judging('ask');
      const { prompts } = await oneCall({ mode: 'auto', classifier, rules: { allow: ['*'] } });
      assert.deepEqual([classifier.asked, prompts.length], [1, 1]);
    });

    it('does not run under another mode what the classifier allowed', async () => {
      const engine: Engine = anEngine({ mode: 'auto', ask: answers.reject });
      const tool = aTool();
      const classifier: Classifier = {
        judge: () => {
          engine.register.switchByPerson('default');
          return Promise.resolve(said('allow'));
        },
      };
      await batchOf(aScope(engine, [tool], { classifier }), ['think']);
      assert.deepEqual([engine.prompts.length, tool.ran], [1, []]);
    });

    it('C7 asks a person after three denials in a row, and the classifier again after a call that ran', async () => {
      const engine = anEngine({ mode: 'auto', ask: answers.allow });
      const classifier = judging('allow');
      const scope = aScope(engine, [aTool(), aTool({ name: 'todo' })], { classifier, ...ruleBook({ deny: ['todo'] }) });
      await batchOf(scope, ['todo'], ['todo'], ['todo'], ['think'], ['think']);
      assert.deepEqual([engine.prompts.length, classifier.asked], [1, 1]);
    });

    it('C7 asks a person after twenty denials in all, until the mode changes', async () => {
      const engine = anEngine({ mode: 'auto', ask: answers.allow });
      const classifier = judging('allow');
      for (let n = 0; n < 20; n += 1) engine.register.countAutomaticDenial();
      engine.register.endRowOfDenials();
      const scope = aScope(engine, [aTool()], { classifier });
      await batchOf(scope, ['think']);
      engine.register.switchByPerson('default');
      engine.register.switchByPerson('auto');
      await batchOf(scope, ['think']);
      assert.deepEqual([engine.prompts.length, classifier.asked], [1, 1]);
    });
  });

  describe('with siblings', () => {
    /** Calls side by side, whose questions stay open until the one of `answered` is always allowed. */
    async function afterAlways(
      tools: readonly ToolOptions[],
      ports: Parameters<typeof aScope>[2],
      late: PromptAnswer = { kind: 'reject', note: '' },
    ): Promise<readonly string[]> {
      const open = new Map<string, (answer: PromptAnswer) => void>();
      const engine = anEngine({
        mode: 'default',
        ask: ({ call }, signal) =>
          new Promise((resolve) => {
            open.set(call.id, resolve);
            signal.addEventListener('abort', () => resolve({ kind: 'cancelled' }));
            if (open.size < tools.length) return;
            open.get('call-0')?.({ kind: 'allow-always' });
            // Whoever is still asked afterwards is answered by the person.
            setImmediate(() => open.forEach((answer) => answer(late)));
          }),
      });
      const made = tools.map((options) => aTool({ ...options, isReadOnly: true }));
      const results = await batchOf(
        aScope(engine, made, { ...ruleBook(), ...ports }),
        ...made.map(({ declaration }): [string, object] => [declaration.name, { path: 'a.ts' }]),
      );
      return results.map(({ outcome }) => outcome);
    }

    it('S8 "always allow" answers the questions that it covers', async () => {
      assert.deepEqual(await afterAlways([{ name: 'grep' }, { name: 'grep' }], {}), ['ok', 'ok']);
    });

    it('S5 S8 a rejection that comes with the taking back counts, and not the rule', async () => {
      const engine = anEngine({
        mode: 'default',
        ask: ({ call }, signal) =>
          call.id === 'call-0'
            ? new Promise((resolve) => setImmediate(() => resolve({ kind: 'allow-always' })))
            : new Promise((resolve) => signal.addEventListener('abort', () => resolve({ kind: 'reject', note: '' }))),
      });
      const tool = aTool({ isReadOnly: true });
      const results = await batchOf(aScope(engine, [tool], ruleBook()), ['think'], ['think']);
      assert.deepEqual(
        results.map(({ outcome }) => outcome),
        ['ok', 'refused'],
      );
    });

    it('S8 records no answer of a person for a call that a rule allowed', async () => {
      const engine = anEngine({
        mode: 'default',
        ask: ({ call }, signal) =>
          call.id === 'call-0'
            ? new Promise((resolve) => setImmediate(() => resolve({ kind: 'allow-always' })))
            : new Promise((resolve) => signal.addEventListener('abort', () => resolve({ kind: 'cancelled' }))),
      });
      await batchOf(aScope(engine, [aTool({ isReadOnly: true })], ruleBook()), ['think'], ['think']);
      assert.deepEqual(
        engine.entries.filter((entry) => entry.type === 'permission').map(({ callId }) => callId),
        ['call-0'],
      );
    });

    it('S1 I30 a stop while several questions are open ends each call, and runs none', async () => {
      const engine: Engine = anEngine({
        mode: 'default',
        ask: () => {
          if (engine.prompts.length === 2) engine.stop.abort();
          return new Promise(() => {});
        },
      });
      const tool = aTool({ isReadOnly: true });
      const results = await batchOf(aScope(engine, [tool], ruleBook()), ['think'], ['think']);
      assert.deepEqual([results.map(({ outcome }) => outcome), tool.ran], [['cancelled', 'cancelled'], []]);
    });

    it('tells that the turn waits until the last question is answered', async () => {
      const engine = anEngine({
        mode: 'default',
        ask: async ({ call }) => {
          if (call.id === 'call-1') await new Promise(setImmediate);
          return { kind: 'allow' };
        },
      });
      await batchOf(aScope(engine, [aTool({ isReadOnly: true })], ruleBook()), ['think'], ['think']);
      assert.deepEqual(engine.waits, ['permission', 'permission', 'permission', undefined]);
    });

    it('S8 takes a question back when the rules are changed in the settings', async () => {
      const book = ruleBook();
      const engine = anEngine({
        mode: 'default',
        ask: (_, signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve({ kind: 'cancelled' }));
            setImmediate(() => book.allowAlways?.(ruleBook({ allow: ['think'] }).rules?.().rules ?? []));
          }),
      });
      const tool = aTool();
      await batchOf(aScope(engine, [tool], book), ['think']);
      assert.equal(tool.ran.length, 1);
    });

    it('R7 offers no "always allow" where a rule of the workspace would not count', async () => {
      const engine = anEngine({ mode: 'default', isTrusted: () => false, ask: answers.reject });
      await batchOf(aScope(engine, [aTool()], ruleBook()), ['think']);
      assert.deepEqual(
        engine.prompts.map(({ alwaysRules }) => alwaysRules),
        [[]],
      );
    });

    for (const path of ['a[1].ts', '{a}.ts', '!a.ts']) {
      it(`R7 offers no "always allow" for ${path}, which a rule would read in another way`, async () => {
        const engine = anEngine({
          mode: 'default',
          answers: [{ calls: [write(path)] }],
          ask: answers.reject,
          ports: ruleBook(),
        });
        await engine.prompt();
        assert.deepEqual(
          engine.prompts.map(({ alwaysRules }) => alwaysRules),
          [[]],
        );
      });
    }

    it('S8 "always allow" leaves other questions open', async () => {
      assert.deepEqual(await afterAlways([{ name: 'grep' }, { name: 'glob' }], {}), ['ok', 'refused']);
    });

    it('S8 I3 skips a call that a person has to answer', async () => {
      const book = {
        rules: () => ({ rules: ruleBook({ allow: ['glob'] }).rules?.().rules ?? [] }),
        allowAlways: () => {},
      };
      assert.deepEqual(await afterAlways([{ name: 'grep' }, { name: 'glob', isInteractionRequired: true }], book), [
        'ok',
        'refused',
      ]);
    });

    it('S8 skips a call that a rule wants asked', async () => {
      assert.deepEqual(await afterAlways([{ name: 'grep' }, { name: 'glob' }], ruleBook({ ask: ['glob'] })), [
        'ok',
        'refused',
      ]);
    });

    it('S8 skips a call that a PreToolUse hook bounced', async () => {
      const bounced = { name: 'glob', permission: 'allow' } as const;
      const hooks = {
        ...someHooks({}),
        preToolUse: ({ name }: { name: string }): Promise<HookDecision> =>
          Promise.resolve({ kind: name === 'glob' ? 'ask' : 'none' }),
      };
      assert.deepEqual(await afterAlways([{ name: 'grep' }, bounced], { hooks, ...ruleBook() }), ['ok', 'refused']);
    });
  });

  it('I4 what is denied by tool, rule or hook never runs, whatever else is so', async () => {
    const decision = fc.constantFrom<HookDecision>(
      { kind: 'none' },
      { kind: 'ask' },
      { kind: 'allow', updatedInput: {} },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...approvalModes),
        fc.constantFrom<'tool' | 'rule' | 'request' | 'before'>('tool', 'rule', 'request', 'before'),
        fc.boolean(),
        decision,
        decision,
        async (mode, denier, isInteractionRequired, request, before) => {
          const deny: HookDecision = { kind: 'deny', message: '' };
          const isAsked = mode !== 'yolo' && mode !== 'auto-edit';
          const { ran } = await oneCall({
            mode,
            isInteractionRequired: isInteractionRequired || (denier === 'request' && !isAsked),
            permission: denier === 'tool' ? 'deny' : 'ask',
            rules: denier === 'rule' ? { deny: ['think'], allow: ['*'] } : {},
            request: denier === 'request' ? deny : request,
            before: denier === 'before' ? deny : before,
            classifier: judging('ask'),
            answer: answers.allow,
          });
          assert.deepEqual(ran, []);
        },
      ),
    );
  });

  it('I20 a call has one result, one answer and at most one question, whatever hooks say and modes do', async () => {
    const decision = fc.constantFrom<HookDecision>(
      { kind: 'none' },
      { kind: 'ask' },
      { kind: 'allow', updatedInput: { changed: 1 } },
      { kind: 'deny', message: '' },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...approvalModes),
        fc.constantFrom(...approvalModes),
        decision,
        decision,
        async (mode, next, request, before) => {
          const engine: Engine = anEngine({
            mode,
            ask: () => {
              engine.register.switchByPerson(next);
              return answers.allow();
            },
          });
          const tool = aTool();
          const scope = aScope(engine, [tool], { hooks: someHooks({ request, before }), ...ruleBook() });
          const results = await batchOf(scope, ['think']);
          assert.equal(results.length, 1);
          assert.ok(engine.prompts.length <= 1 && tool.ran.length <= 1);
          assert.ok(engine.entries.filter(({ type }) => type === 'permission').length === engine.prompts.length);
        },
      ),
    );
  });

  it('R2 exit_plan_mode requires a person exactly in Plan', () => {
    const required = approvalModes.map((mode) => {
      const engine = anEngine({ mode });
      const built = exitPlanModeTool(engine.ports, engine.stop.signal).build({});
      return built.state === 'built' && built.invocation.requiresUserInteraction?.();
    });
    assert.deepEqual(required, [true, false, false, false, false]);
  });
});
