import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { approvalModes, type ApprovalMode } from '../../src/core/approvalMode';
import { chooseMode, cycleMode, leavePlan, type ModeOwner } from '../../src/vscode/modePicker';

/** The questions before YOLO and before a review is made invalid are native dialogs: test/e2e answers those. */
describe('choosing a mode', () => {
  it('M3 goes one step along the modes', async () => {
    const session = anOwner('plan');
    assert.deepEqual([await cycleMode(session), session.chosen], [true, ['default']]);
  });

  it('M3 comes back to Plan after the last one', async () => {
    const session = anOwner('yolo');
    assert.deepEqual([await cycleMode(session), session.chosen], [true, ['plan']]);
  });

  it('M4 passes over what needs trust', async () => {
    const session = anOwner('default', { isTrusted: false });
    assert.deepEqual([await cycleMode(session), session.chosen], [true, ['plan']]);
  });

  it('M4 says that nothing has changed when the trust has gone meanwhile', async () => {
    const session = anOwner('default', { isRefused: true });
    assert.equal(await cycleMode(session), false);
  });

  for (const mode of approvalModes.filter((one) => one !== 'plan' && one !== 'yolo')) {
    it(`I52 leaves Plan for the mode before it: ${mode}`, async () => {
      const session = anOwner('plan');
      assert.deepEqual([await leavePlan(session, mode), session.chosen], [true, [mode]]);
    });
  }

  it('M4 leaves Plan for Default where the mode before it needs trust', async () => {
    const session = anOwner('plan', { isTrusted: false });
    assert.deepEqual([await leavePlan(session, 'yolo'), session.chosen], [true, ['default']]);
  });

  it('changes nothing when the picker is closed', async () => {
    const session = anOwner('plan');
    const chosen = chooseMode(session);
    // The picker may not be there yet, so it is closed until the choice is over.
    while (await Promise.race([chosen.then(() => false), pause(5, true)]))
      await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    assert.deepEqual([await chosen, session.chosen], [false, []]);
  });
});

function anOwner(
  mode: ApprovalMode,
  { isTrusted = true, isRefused = false } = {},
): ModeOwner & { readonly chosen: ApprovalMode[] } {
  const chosen: ApprovalMode[] = [];
  return {
    ...{ mode, isTrusted, chosen },
    pendingReview: undefined,
    switchMode: (wanted) => {
      chosen.push(wanted);
      return Promise.resolve(!isRefused);
    },
    openReview: () => Promise.reject(new Error('There is no review.')),
  };
}
