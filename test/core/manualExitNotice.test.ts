import assert from 'node:assert/strict';
import type { ApprovalMode } from '../../src/core/approvalMode';
import { untoldExit } from '../../src/core/manualExitNotice';
import type { ModeFact, SessionFact } from '../../src/core/sessionEntry';

const mode = (to: ApprovalMode, revision: number, cause: ModeFact['cause'] = 'person'): SessionFact => ({
  type: 'mode',
  mode: to,
  revision,
  cause,
  ...(cause === 'plan-exit' ? { reviewId: 'review-1' } : {}),
});
const answer = (toldOfExit?: number): SessionFact => ({
  type: 'agent-message',
  text: 'Done.',
  toolCalls: [],
  ...(toldOfExit === undefined ? {} : { toldOfExit }),
});
const moved = (to: ApprovalMode, revision: number): SessionFact => ({
  type: 'branch-moved',
  from: 'e9',
  mode: to,
  revision,
});
const inPlan = mode('plan', 0, 'started');

describe('manual exit notice', () => {
  const cases: readonly (readonly [string, readonly SessionFact[], number | undefined])[] = [
    ['P3 is due when a person has left Plan', [inPlan, mode('default', 1)], 1],
    ['P3 is not due where Plan was never on', [mode('default', 0, 'started'), mode('yolo', 1)], undefined],
    ['P3 is not due in Plan', [inPlan], undefined],
    ['P3 C6 is not due after an approved exit', [inPlan, mode('default', 1, 'plan-exit')], undefined],
    [
      'P3 C6 an approved exit clears what was not told',
      [inPlan, mode('default', 1), mode('plan', 2, 'agent'), mode('default', 3, 'plan-exit')],
      undefined,
    ],
    ['P3 I27 is due once', [inPlan, mode('default', 1), answer(1)], undefined],
    ['P3 I27 stays due where a message answers a request that did not tell', [inPlan, mode('default', 1), answer()], 1],
    ['P3 I27 is still due after a move to another mode', [inPlan, mode('default', 1), mode('auto-edit', 2)], 1],
    ['P3 I27 is not due again after it', [inPlan, mode('default', 1), answer(1), mode('yolo', 2)], undefined],
    ['P3 I27 entering Plan again clears it', [inPlan, mode('default', 1), mode('plan', 2)], undefined],
    [
      'P3 a second manual exit is told again',
      [inPlan, mode('default', 1), answer(1), mode('plan', 2), mode('default', 3)],
      3,
    ],
    [
      'P3 having been told of an earlier exit does not count for a later one',
      [inPlan, mode('default', 1), mode('plan', 2), mode('default', 3), answer(1)],
      3,
    ],
    [
      'P3 is due when Plan is left to which a move had led',
      [mode('default', 0, 'started'), moved('plan', 1), mode('default', 2)],
      2,
    ],
    ['P3 a move that leads to Plan clears it', [inPlan, mode('default', 1), moved('plan', 2)], undefined],
    ['P3 a restored session is in Plan', [inPlan, mode('yolo', 1), mode('plan', 2, 'restored')], undefined],
  ];
  for (const [name, facts, due] of cases) {
    it(name, () => {
      const history = facts.map((fact, at) => ({
        ...fact,
        id: `e${at}`,
        parentId: at === 0 ? null : `e${at - 1}`,
        ts: 1,
      }));
      assert.equal(untoldExit(history), due);
    });
  }
});
