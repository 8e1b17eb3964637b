import assert from 'node:assert/strict';
import fc from 'fast-check';
import { approvalModes, type ApprovalMode } from '../../src/core/approvalMode';
import {
  effectivePermission,
  hasTooManyDenials,
  isBlockedByPlan,
  needsConfirmation,
  type ConfirmationKind,
  type Permission,
} from '../../src/core/permission';

const permissions: readonly Permission[] = ['allow', 'ask', 'deny'];
const rules: readonly (Permission | undefined)[] = [...permissions, undefined];
const kinds: readonly ConfirmationKind[] = ['info', 'edit', 'execute', 'mcp', 'plan-exit', 'question'];

describe('permission', () => {
  for (const own of permissions) {
    for (const rule of rules) {
      it(`R3 ${own} of the tool and ${rule ?? 'no'} rule with an interaction required`, () => {
        assert.equal(effectivePermission(own, rule, true), own === 'deny' || rule === 'deny' ? 'deny' : 'ask');
      });

      it(`R3 ${own} of the tool and ${rule ?? 'no'} rule without an interaction required`, () => {
        assert.equal(effectivePermission(own, rule, false), own === 'deny' ? 'deny' : (rule ?? own));
      });
    }
  }

  for (const mode of approvalModes) {
    it(`R4 R5 B01 an interaction is required in ${mode}, whatever allows the call`, () => {
      const needed = kinds.map((kind) =>
        needsConfirmation(mode, effectivePermission('allow', 'allow', true), kind, true),
      );
      assert.deepEqual(
        needed,
        kinds.map(() => true),
      );
    });

    it(`R4 nobody is asked in ${mode} about a call that is denied`, () => {
      assert.deepEqual(
        kinds.map((kind) => needsConfirmation(mode, 'deny', kind, true)),
        kinds.map(() => false),
      );
    });

    it(`M2 nobody is asked in ${mode} about a call that is allowed`, () => {
      assert.deepEqual(
        kinds.map((kind) => needsConfirmation(mode, 'allow', kind, false)),
        kinds.map(() => false),
      );
    });
  }

  const askedAbout: Readonly<Record<ApprovalMode, readonly ConfirmationKind[]>> = {
    plan: kinds,
    default: kinds,
    'auto-edit': ['execute', 'mcp', 'plan-exit', 'question'],
    auto: kinds,
    yolo: [],
  };
  for (const mode of approvalModes) {
    it(`M2 in ${mode} a person is asked about ${askedAbout[mode].join(', ') || 'nothing'}`, () => {
      assert.deepEqual(
        kinds.filter((kind) => needsConfirmation(mode, 'ask', kind, false)),
        askedAbout[mode],
      );
    });
  }

  const denials: readonly (readonly [inARow: number, inAll: number, isTooMany: boolean])[] = [
    [0, 0, false],
    [2, 19, false],
    [3, 3, true],
    [0, 20, true],
  ];
  for (const [inARow, inAll, isTooMany] of denials) {
    it(`C7 ${inARow} denials in a row and ${inAll} in all are ${isTooMany ? '' : 'not '}too many`, () => {
      assert.equal(hasTooManyDenials(inARow, inAll), isTooMany);
    });
  }

  it('M2 Plan blocks edits, commands and MCP tools', () => {
    assert.deepEqual(
      kinds.filter((kind) => isBlockedByPlan('plan', kind, false)),
      ['edit', 'execute', 'mcp'],
    );
  });

  it('M2 H2 Plan lets a plan-file write on to the ordinary permissions', () => {
    assert.deepEqual(
      kinds.filter((kind) => isBlockedByPlan('plan', kind, true)),
      ['execute', 'mcp'],
    );
  });

  for (const mode of approvalModes.filter((each) => each !== 'plan')) {
    it(`M2 nothing is blocked by Plan in ${mode}`, () => {
      assert.deepEqual(
        kinds.filter((kind) => isBlockedByPlan(mode, kind, false)),
        [],
      );
    });
  }

  it('I3 I4 neither rule nor mode changes whether an interaction-required call waits, but a deny', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...permissions),
        fc.constantFrom(...rules),
        fc.constantFrom(...approvalModes),
        fc.constantFrom(...kinds),
        (own, rule, mode, kind) => {
          const waits = needsConfirmation(mode, effectivePermission(own, rule, true), kind, true);
          assert.equal(waits, own !== 'deny' && rule !== 'deny');
        },
      ),
    );
  });
});
