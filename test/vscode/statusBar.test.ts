import assert from 'node:assert/strict';
import { approvalModes } from '../../src/core/approvalMode';
import { lookOf, type StatusView } from '../../src/vscode/statusBar';

const calm: StatusView = {
  sessionTitle: 'Order form',
  mode: 'plan',
  revision: 3,
  changingTo: undefined,
  isReviewPending: false,
  isQuestionWaiting: false,
};

describe('status bar item', () => {
  for (const mode of approvalModes) {
    it(`F14 shows ${mode} and its revision, and opens the picker`, () => {
      const { text, tooltip, command, isWarning } = lookOf({ ...calm, mode });
      assert.match(text, /^\$\([\w-]+\) [\w-]+$/);
      assert.match(tooltip, /revision 3/);
      assert.deepEqual([command, isWarning], ['countersign.chooseMode', false]);
    });
  }

  it('shows another text for each mode', () => {
    assert.equal(new Set(approvalModes.map((mode) => lookOf({ ...calm, mode }).text)).size, approvalModes.length);
  });

  it('F14 shows a change as a change, and says what is on until it is confirmed', () => {
    const { text, tooltip } = lookOf({ ...calm, changingTo: 'default' });
    assert.equal(text, '$(sync~spin) Plan → Default…');
    assert.match(tooltip, /Plan is on until the change is confirmed/);
  });

  it('warns while a review waits, and opens it', () => {
    const { text, command, isWarning, tooltip } = lookOf({ ...calm, isReviewPending: true });
    assert.deepEqual([text, command, isWarning], ['$(bell) Plan review', 'countersign.openReview', true]);
    assert.match(tooltip, /Order form[^]*Plan mode is on/);
  });

  it('warns while a question waits, and opens it', () => {
    const { text, command, isWarning, tooltip } = lookOf({ ...calm, isQuestionWaiting: true });
    assert.deepEqual([text, command, isWarning], ['$(question) Question', 'countersign.openQuestion', true]);
    assert.match(tooltip, /Order form[^]*Plan mode is on/);
  });

  it('shows the review first where both wait', () => {
    assert.equal(lookOf({ ...calm, isReviewPending: true, isQuestionWaiting: true }).command, 'countersign.openReview');
  });

  for (const [name, view] of Object.entries({
    'a mode': calm,
    'a change': { ...calm, changingTo: 'default' as const },
    'a review': { ...calm, isReviewPending: true },
    'a question': { ...calm, isQuestionWaiting: true },
  })) {
    it(`tells a screen reader the mode, without icons, for ${name}`, () => {
      assert.match(lookOf(view).spoken, /^Countersign: [^$]*Plan[^$]*$/);
    });
  }
});
