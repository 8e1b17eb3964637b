import assert from 'node:assert/strict';
import fc from 'fast-check';
import { approvalModes, nextApprovalMode, offeredModes, type ApprovalMode } from '../../src/core/approvalMode';
import { ModeRefused, ModeRegister, startingState, type ModeChange } from '../../src/core/modeRegister';
import { aGate } from './aGate';
import { modesButPlan } from './modesButPlan';

describe('approval modes', () => {
  it('M1 are five, in this order', () => {
    assert.deepEqual(approvalModes, ['plan', 'default', 'auto-edit', 'auto', 'yolo']);
  });

  it('M3 F15 cycling visits every mode and comes back to the first', () => {
    assert.deepEqual(cycle('plan', true, 5), ['default', 'auto-edit', 'auto', 'yolo', 'plan']);
  });

  it('M3 M4 cycling without trust knows Plan and Default only', () => {
    assert.deepEqual(cycle('plan', false, 4), ['default', 'plan', 'default', 'plan']);
  });

  it('M3 M4 cycling from a mode that lost its trust leads to Plan', () => {
    assert.equal(nextApprovalMode('yolo', false), 'plan');
  });

  it('M4 offers Plan and Default without trust', () => {
    assert.deepEqual(offeredModes(false), ['plan', 'default']);
  });
});

describe('mode register', () => {
  for (const from of approvalModes) {
    for (const to of approvalModes) {
      it(`C1 from ${from} to ${to} the revision rises exactly if the mode changes`, () => {
        const register = aRegister(from);
        register.switchByPerson(to);
        assert.equal(register.revision, from === to ? 0 : 1);
      });
    }
  }

  it('C1 starts at revision 0, in Plan too', () => {
    assert.deepEqual(aRegister('plan').state, { mode: 'plan', prePlanMode: 'default', revision: 0 });
  });

  it('C1 tells no listener when the same mode is set', () => {
    const register = aRegister('plan');
    const changes = changesOf(register);
    register.switchByPerson('plan');
    assert.deepEqual(changes, []);
  });

  for (const mode of modesButPlan) {
    it(`C2 remembers ${mode} while Plan is on`, () => {
      const register = aRegister(mode);
      register.switchByPerson('plan');
      assert.equal(register.prePlanMode, mode);
    });

    it(`C2 forgets the mode before Plan when Plan is left for ${mode}`, () => {
      const register = aRegister('yolo');
      register.switchByPerson('plan');
      register.switchByPerson(mode);
      assert.deepEqual(register.state, { mode, revision: 2 });
    });

    it(`M4 C3 refuses ${mode} without trust exactly if it is not Default`, () => {
      const register = aRegister('plan', { isTrusted: false });
      const refuses = (): boolean => {
        try {
          register.switchByPerson(mode);
          return false;
        } catch (cause) {
          assert.ok(cause instanceof ModeRefused);
          return true;
        }
      };
      assert.equal(refuses(), mode !== 'default');
    });
  }

  it('C2 falls back to Default where there is no mode before Plan', () => {
    assert.equal(aRegister('yolo').prePlanMode, 'default');
  });

  it('C2 keeps the mode before Plan when Plan is set in Plan', () => {
    const register = aRegister('auto');
    register.switchByPerson('plan');
    register.enterPlanByAgent();
    assert.equal(register.prePlanMode, 'auto');
  });

  it('C3 I14 a refusal leaves mode, revision, pre-plan mode and denials as they were', () => {
    const trust = { isTrusted: true };
    const register = aRegister('auto', trust);
    register.switchByPerson('plan');
    register.countAutomaticDenial();
    const before = everything(register);
    trust.isTrusted = false;
    assert.throws(() => register.switchByPerson('yolo'), ModeRefused);
    assert.deepEqual(everything(register), before);
  });

  it('C3 says which mode is still on', () => {
    const register = aRegister('plan', { isTrusted: false });
    assert.throws(() => register.switchByPerson('yolo'), {
      code: 'untrusted-workspace',
      wanted: 'yolo',
      stillOn: 'plan',
    });
  });

  it('I14 a listener that throws before the change leaves everything as it was', () => {
    const register = aRegister('plan');
    register.countAutomaticDenial();
    const before = everything(register);
    register.onWillChange(() => {
      throw new Error('no');
    });
    assert.throws(() => register.switchByPerson('default'));
    assert.deepEqual(everything(register), before);
  });

  it('I24 a listener that throws after the change does not make the setter throw', () => {
    const faults: unknown[] = [];
    const register = new ModeRegister(
      startingState('plan'),
      () => true,
      (cause) => faults.push(cause),
    );
    const fault = new Error('the status bar is gone');
    register.onDidChange(() => {
      throw fault;
    });
    register.switchByPerson('default');
    assert.deepEqual([register.mode, faults], ['default', [fault]]);
  });

  it('I24 a listener that throws after the change keeps no other from hearing of it', () => {
    const register = new ModeRegister(
      startingState('plan'),
      () => true,
      () => undefined,
    );
    register.onDidChange(() => {
      throw new Error('the status bar is gone');
    });
    const changes = changesOf(register);
    register.switchByPerson('default');
    assert.equal(changes.length, 1);
  });

  it('I10 no listener can set a mode before the change', () => {
    const register = aRegister('plan');
    register.onWillChange(() => register.switchByPerson('yolo'));
    assert.throws(() => register.switchByPerson('default'));
    assert.deepEqual([register.mode, register.revision], ['plan', 0]);
  });

  it('I10 no listener can set a mode after the change', () => {
    const faults: unknown[] = [];
    const register = new ModeRegister(
      startingState('plan'),
      () => true,
      (cause) => faults.push(cause),
    );
    register.onDidChange(() => register.switchByPerson('yolo'));
    register.switchByPerson('default');
    assert.deepEqual([register.mode, register.revision, faults.length], ['default', 1, 1]);
  });

  it('I10 a mode can be set again after a listener threw', () => {
    const register = aRegister('plan');
    const stop = register.onWillChange(() => {
      throw new Error('no');
    });
    assert.throws(() => register.switchByPerson('default'));
    stop();
    register.switchByPerson('default');
    assert.equal(register.mode, 'default');
  });

  it('C4 I15 nothing done to an override is seen in its base', () => {
    const base = aRegister('auto');
    const before = everything(base);
    const override = base.override('plan');
    override.countAutomaticDenial();
    override.switchByPerson('yolo');
    assert.deepEqual(everything(base), before);
  });

  it('C4 I15 nothing done to a base is seen in its override', () => {
    const base = aRegister('auto');
    const override = base.override('plan');
    const before = everything(override);
    base.countAutomaticDenial();
    base.switchByPerson('plan');
    base.switchByPerson('yolo');
    assert.deepEqual(everything(override), before);
  });

  it('M01 M02 calls of an override are judged by the stricter of its own mode and that of its base', () => {
    const mode = fc.constantFrom(...approvalModes);
    fc.assert(
      fc.property(mode, mode, (ofBase, own) => {
        const base = aRegister('yolo');
        const override = base.override(own);
        base.switchByPerson(ofBase);
        const strictest = approvalModes.find((each) => each === ofBase || each === own);
        assert.deepEqual([override.ruling.mode, base.ruling.mode, override.mode], [strictest, ofBase, own]);
      }),
    );
  });

  it('M01 I12 a change of the base is seen in what an override is judged by, also after it was taken back', () => {
    const base = aRegister('default');
    const override = base.override('default').override('default');
    const before = override.ruling;
    base.switchByPerson('plan');
    base.switchByPerson('default');
    assert.deepEqual([override.ruling.mode, override.ruling.revision > before.revision], ['default', true]);
  });

  it('C4 an override counts its revisions from 0', () => {
    const base = aRegister('auto');
    base.switchByPerson('yolo');
    assert.equal(base.override('default').revision, 0);
  });

  it('C4 an override in Plan remembers the mode of its base', () => {
    assert.equal(aRegister('auto').override('plan').prePlanMode, 'auto');
  });

  it('C4 an override in Plan of a base in Plan remembers the mode before Plan of its base', () => {
    const base = aRegister('yolo');
    base.switchByPerson('plan');
    assert.equal(base.override('plan').prePlanMode, 'yolo');
  });

  it('C4 an override has a plan exit of its own', () => {
    const base = aRegister('plan');
    base.takePlanExit();
    assert.doesNotThrow(() => base.override('plan').takePlanExit());
  });

  it('C4 M4 an override in a mode that needs trust is refused without it', () => {
    assert.throws(() => aRegister('plan', { isTrusted: false }).override('yolo'), ModeRefused);
  });

  it('C4 a view sees the mode and cannot set it', () => {
    const register = aRegister('plan');
    const view = register.view();
    register.switchByPerson('default');
    assert.deepEqual([view.state, Object.keys(view)], [register.state, ['state']]);
  });

  it('C5 N1 an agent can enter Plan', () => {
    const register = aRegister('yolo');
    assert.deepEqual(register.enterPlanByAgent(), { mode: 'plan', prePlanMode: 'yolo', revision: 1 });
  });

  it('C6 the plan exit can be taken once', () => {
    const register = aRegister('plan');
    register.takePlanExit();
    assert.throws(() => register.takePlanExit());
  });

  it('C7 a change resets the count of automatic denials', () => {
    const register = aRegister('auto');
    register.countAutomaticDenial();
    register.switchByPerson('default');
    assert.equal(register.automaticDenials, 0);
  });

  it('C7 setting the same mode keeps the count of automatic denials', () => {
    const register = aRegister('auto');
    register.countAutomaticDenial();
    register.switchByPerson('auto');
    assert.equal(register.automaticDenials, 1);
  });

  it('C7 counts the denials in a row anew after a call that ran, and those in all not', () => {
    const register = aRegister('auto');
    register.countAutomaticDenial();
    register.countAutomaticDenial();
    const before = register.automaticDenialsInARow;
    register.endRowOfDenials();
    register.countAutomaticDenial();
    assert.deepEqual([before, register.automaticDenialsInARow, register.automaticDenials], [2, 1, 3]);
  });

  it('C7 counts the denials in a row anew after a mode change', () => {
    const register = aRegister('auto');
    register.countAutomaticDenial();
    register.switchByPerson('default');
    assert.equal(register.automaticDenialsInARow, 0);
  });

  for (const to of ['plan', 'default'] as const) {
    it(`tightening to ${to} does not leave Plan`, () => {
      const register = aRegister('plan');
      register.tighten(to);
      assert.equal(register.revision, 0);
    });
  }

  for (const [from, to, holds] of [
    ['yolo', 'auto-edit', 'auto-edit'],
    ['auto-edit', 'yolo', 'auto-edit'],
    ['default', 'auto', 'default'],
    ['auto', 'plan', 'plan'],
    ['plan', 'yolo', 'plan'],
  ] as const) {
    it(`I38 tightening ${from} to ${to} leaves ${holds}, as was said before`, () => {
      const register = aRegister(from);
      const announced = register.afterTightening(to);
      assert.deepEqual([register.tighten(to), announced.mode], [announced, holds]);
    });
  }

  it('M4 tightening leaves a mode that lost its trust', () => {
    const trust = { isTrusted: true };
    const register = aRegister('yolo', trust);
    trust.isTrusted = false;
    assert.equal(register.tighten('default').mode, 'default');
  });

  it('F14 a state has no other parts than mode, revision and, in Plan, the mode before', async () => {
    const { at } = await aGate().inPlan('auto').withReview();
    assert.deepEqual(at.register.state, { mode: 'plan', prePlanMode: 'auto', revision: 0 });
  });
});

function aRegister(mode: ApprovalMode, trust = { isTrusted: true }): ModeRegister {
  return new ModeRegister(startingState(mode), () => trust.isTrusted);
}

function cycle(mode: ApprovalMode, isTrusted: boolean, steps: number): readonly ApprovalMode[] {
  const seen: ApprovalMode[] = [];
  for (let at = mode; seen.length < steps;) {
    at = nextApprovalMode(at, isTrusted);
    seen.push(at);
  }
  return seen;
}

function changesOf(register: ModeRegister): readonly ModeChange[] {
  const changes: ModeChange[] = [];
  register.onDidChange((change) => changes.push(change));
  return changes;
}

function everything({ state, prePlanMode, automaticDenials }: ModeRegister): object {
  return { state, prePlanMode, automaticDenials };
}

describe('mode register, what it says', () => {
  const acts: readonly (readonly [
    what: string,
    act: (register: ModeRegister) => unknown,
    cause: ModeChange['cause'],
  ])[] = [
    ['a person', (register) => register.switchByPerson('default'), { kind: 'person' }],
    ['an approved plan', (register) => register.takePlanExit()('default', 'r1'), { kind: 'plan-exit', reviewId: 'r1' }],
  ];
  for (const [what, act, cause] of acts) {
    it(`C6 a change by ${what} says so, and what was before and after`, () => {
      const register = aRegister('plan');
      const changes = changesOf(register);
      const before = register.state;
      act(register);
      assert.deepEqual(changes, [{ before, after: { mode: 'default', revision: 1 }, cause }]);
    });
  }

  it('C5 N1 a change by the agent says so', () => {
    const register = aRegister('yolo');
    const changes = changesOf(register);
    register.enterPlanByAgent();
    assert.deepEqual(
      changes.map(({ cause }) => cause),
      [{ kind: 'agent' }],
    );
  });

  it('M4 a tightened mode says so', () => {
    const register = aRegister('yolo');
    const changes = changesOf(register);
    register.tighten('default');
    assert.deepEqual(
      changes.map(({ cause }) => cause),
      [{ kind: 'tightened' }],
    );
  });

  it('M4 a refusal names the mode that was wanted and the one that is still on', () => {
    const register = new ModeRegister(startingState('plan'), () => false);
    assert.throws(() => register.switchByPerson('yolo'), {
      name: 'ModeRefused',
      code: 'untrusted-workspace',
      message: 'Mode yolo needs a trusted workspace; plan is still on.',
    });
  });

  it('C6 a second gate is told that the exit is taken', () => {
    const register = aRegister('plan');
    register.takePlanExit();
    assert.throws(() => register.takePlanExit(), {
      message: 'The plan exit of this register is held by another gate.',
    });
  });

  it('I10 a listener that sets a mode is told that it must not', () => {
    const register = aRegister('plan');
    register.onWillChange(() => register.switchByPerson('yolo'));
    assert.throws(() => register.switchByPerson('default'), {
      message: 'A listener of a mode change tried to set a mode.',
    });
  });

  it('C1 only Plan starts with a mode before it', () => {
    assert.deepEqual(startingState('yolo', 'auto'), { mode: 'yolo', revision: 0 });
  });

  it("C4 the revision that rules a sub-agent rises with its own and with the session's", () => {
    const register = aRegister('yolo');
    const own = register.override('default');
    own.switchByPerson('yolo');
    register.switchByPerson('default');
    assert.deepEqual(own.ruling, { mode: 'default', revision: 2 });
  });
});
