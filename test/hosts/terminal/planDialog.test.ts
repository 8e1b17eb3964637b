import assert from 'node:assert/strict';
import type { ReviewerAnswer } from '../../../src/core/reviewer';
import { quietMs } from '../../../src/hosts/terminal/planDialog';
import { aDialog, words, type ADialog } from './support/aDialog';

const aborted: ReviewerAnswer = { kind: 'no-answer', reason: 'aborted' };
const size = { columns: 40, rows: 12 };
/** Of two pages and a bit in a terminal of that size. */
const longPlan = Array.from({ length: 15 }, (_, index) => `${index + 1}. Step`).join('\n');

const says = ({ terminal }: ADialog, text: string): boolean => terminal.screen.some((row) => row.includes(text));

describe('plan dialog in a terminal', () => {
  it('W4 shows the whole of a short plan with the numbers of its lines, and the choices below', () => {
    const { terminal } = aDialog({ size });
    assert.deepEqual(terminal.screen, [
      'Plan review (v1): Order form',
      ...['1 | # Plan', '2 | ', '3 | 1. Do it.', '', '', '', ''],
      '-- line 3 of 3 --',
      '1 Approve, ask before edits',
      '2 Approve, accept edits',
      '3 Request changes   Esc Dismiss',
    ]);
  });

  for (const [key, target] of [
    ['1', 'default'],
    ['2', 'auto-edit'],
  ] as const) {
    it(`W4 approves with the key ${key}, and Enter after it was told what that means`, async () => {
      const dialog = aDialog();
      dialog.presses(key);
      assert.ok(says(dialog, target === 'default' ? 'Edits ask.' : 'Edits run.'));
      assert.equal(await dialog.answer(), 'none yet');
      dialog.presses('\r');
      assert.deepEqual(await dialog.answered, dialog.deciding({ kind: 'approve', target }));
    });
  }

  it('W4 goes back from a choice with any other key', async () => {
    const dialog = aDialog();
    dialog.presses('1', '\u001b', '\r', 'y');
    assert.equal(await dialog.answer(), 'none yet');
    assert.ok(says(dialog, '1 Approve, ask before edits'));
  });

  for (const [name, key] of [
    ['Escape', '\u001b'],
    ['Ctrl+C', '\u0003'],
  ] as const) {
    it(`W4 C02 takes ${name} for a dismissal`, async () => {
      const dialog = aDialog();
      dialog.presses(key);
      assert.deepEqual(await dialog.answered, dialog.deciding({ kind: 'dismiss' }));
    });
  }

  it('W4 C02 takes Ctrl+C for a dismissal also where a choice was to be confirmed', async () => {
    const dialog = aDialog();
    dialog.presses('1', '\u0003');
    assert.deepEqual(await dialog.answered, dialog.deciding({ kind: 'dismiss' }));
  });

  it('W4 C02 takes closing the terminal for a dismissal', async () => {
    const dialog = aDialog();
    dialog.presses('1');
    dialog.terminal.closes();
    assert.deepEqual(await dialog.answered, dialog.deciding({ kind: 'dismiss' }));
  });

  it('W2 W4 ends without an answer when the review is cancelled, and leaves the terminal as it was', async () => {
    const dialog = aDialog();
    dialog.turn.abort();
    assert.deepEqual(await dialog.answered, aborted);
    assert.deepEqual([dialog.terminal.listeners, dialog.terminal.writes.at(-1)], [0, '\u001b[?2004l\u001b[?1049l']);
  });

  it('W4 S5 takes nothing any more after it has ended', async () => {
    const dialog = aDialog();
    dialog.presses('1');
    dialog.turn.abort();
    dialog.presses('\r');
    assert.deepEqual([await dialog.answered, dialog.terminal.listeners], [aborted, 0]);
  });

  it('W2 asks nobody about a review that has ended before', async () => {
    const dialog = aDialog({ size: null });
    dialog.turn.abort();
    assert.deepEqual([await dialog.answered, dialog.terminal.writes], [aborted, []]);
  });

  it('W4 rejects with what went wrong where the plan cannot be drawn, and that decides nothing', async () => {
    const dialog = aDialog({ size: null });
    dialog.terminal.fault = new Error('no screen');
    dialog.terminal.resizes(size);
    await assert.rejects(dialog.answered, /no screen/);
    assert.equal(dialog.terminal.listeners, 0);
  });

  it('V7 says why the last answer was not recorded', () => {
    assert.ok(says(aDialog({ problem: 'The disk is full.' }), 'The disk is full.'));
  });

  describe('request for changes', () => {
    for (const note of ['approve', '1', 'Approve, ask before edits', 'yes']) {
      it(`W3 W4 is what is written, whatever it says: ${note}`, async () => {
        const dialog = aDialog();
        dialog.presses('3', ...Array.from(note), '\r');
        assert.deepEqual(await dialog.answered, dialog.deciding({ kind: 'request-changes', note }));
      });
    }

    it('W4 is not sent empty, and says so', async () => {
      const dialog = aDialog();
      dialog.presses('3', ' ', '\r');
      assert.deepEqual([await dialog.answer(), says(dialog, words.emptyNote)], ['none yet', true]);
    });

    it('W4 takes a pasted block with the line endings in it, and sends it with Enter alone', async () => {
      const dialog = aDialog();
      dialog.presses('3', '\u001b[200~one\r\ntwo\r\u001b[201~');
      assert.equal(await dialog.answer(), 'none yet');
      dialog.presses('\r');
      assert.deepEqual(await dialog.answered, dialog.deciding({ kind: 'request-changes', note: 'one\ntwo' }));
    });

    it('W4 can be corrected', async () => {
      const dialog = aDialog();
      dialog.presses('3', 'x', '\u0015', 'a', '👩', '\u007f', 'b', '\r');
      assert.deepEqual(await dialog.answered, dialog.deciding({ kind: 'request-changes', note: 'ab' }));
    });

    it('I17 is left by Escape, and the review goes on', async () => {
      const dialog = aDialog();
      dialog.presses('3', 'x', '\u001b');
      assert.deepEqual([await dialog.answer(), says(dialog, 'Request changes')], ['none yet', true]);
    });

    it('W4 can be made before all was read', async () => {
      const dialog = aDialog({ text: longPlan, size });
      dialog.presses('3', 'x', '\r');
      assert.deepEqual(await dialog.answered, dialog.deciding({ kind: 'request-changes', note: 'x' }));
    });
  });

  describe('what approves nothing', () => {
    const ways: Readonly<Record<string, (dialog: ADialog) => void>> = {
      'a pasted choice': ({ presses }) => presses('\u001b[200~1\u001b[201~', '\r'),
      'a pasted choice with its Enter': ({ presses }) => presses('\u001b[200~1\r\u001b[201~'),
      'a choice and Enter at once': ({ presses }) => presses('1\r'),
      'a pasted Enter after the choice': ({ presses }) => presses('1', '\u001b[200~\r\u001b[201~'),
      'the word': ({ presses }) => presses('approve', '\r'),
      'Enter alone': ({ presses }) => presses('\r', '\r'),
      'a number that is not offered': ({ presses }) => presses('9', '\r'),
      'what is typed ahead without a pause': ({ terminal }) => {
        for (const key of 'git commit 1\r1\r1\r') terminal.sends(key);
      },
      'a key that repeats': ({ presses, terminal }) => {
        presses('1');
        for (let times = 0; times < 50; times += 1) terminal.sends('\r');
      },
      'a choice too soon after the plan appeared': ({ terminal, waits, presses }) => {
        waits(quietMs - 1);
        terminal.sends('1');
        presses('\r');
      },
    };
    for (const [name, act] of Object.entries(ways)) {
      it(`W4 I7 ${name}`, async () => {
        const dialog = aDialog();
        act(dialog);
        assert.equal(await dialog.answer(), 'none yet');
      });
    }

    it('W4 I15 says that a key came too early', () => {
      const dialog = aDialog();
      dialog.terminal.sends('1');
      assert.ok(says(dialog, words.tooEarly));
    });

    it('W4 what is pressed before the terminal is on a screen', async () => {
      const dialog = aDialog({ size: null });
      dialog.presses('1', '\r', '\u001b');
      assert.deepEqual([await dialog.answer(), dialog.terminal.writes], ['none yet', []]);
    });
  });

  describe('a plan that is longer than the screen', () => {
    it('W4 D14 can be approved only once all of it has been shown, and says how far it was', async () => {
      const dialog = aDialog({ text: longPlan, size });
      assert.ok(says(dialog, 'line 7 of 15'));
      assert.ok(!says(dialog, 'Approve'));
      dialog.presses('1', '\r');
      assert.deepEqual([await dialog.answer(), says(dialog, '1 Approve')], ['none yet', false]);
      dialog.presses(' ', ' ', '1', '\r');
      assert.deepEqual(await dialog.answered, dialog.deciding({ kind: 'approve', target: 'default' }));
    });

    it('W4 says why nothing can be approved yet', () => {
      const dialog = aDialog({ text: longPlan, size });
      dialog.presses('1');
      assert.ok(says(dialog, words.notAllShown));
    });

    it('W4 does not take a jump to the end for having shown what is between', () => {
      const dialog = aDialog({ text: longPlan, size });
      dialog.presses('\u001b[F');
      assert.deepEqual([says(dialog, '15. Step'), says(dialog, '1 Approve')], [true, false]);
    });

    it('W4 is shown row by row and back, and never beyond its ends', () => {
      const dialog = aDialog({ text: longPlan, size });
      const first = (): string | undefined => dialog.terminal.screen[1];
      const seen = ['\u001b[A', '\u001b[B', '\u001b[6~', '\u001b[6~', '\u001b[5~', '\u001b[H'].map((key) => {
        dialog.presses(key);
        return first();
      });
      assert.deepEqual(seen, [
        ' 1 | 1. Step',
        ' 2 | 2. Step',
        ' 9 | 9. Step',
        ' 9 | 9. Step',
        ' 2 | 2. Step',
        ' 1 | 1. Step',
      ]);
    });

    it('W4 every row of it is on the screen before the choices are, at every size', () => {
      for (let rows = 9; rows < 24; rows += 1) {
        for (const columns of [30, 41, 80]) {
          const dialog = aDialog({ text: longPlan.replaceAll('Step', 'Step '.repeat(12)), size: { columns, rows } });
          const seen = new Set<string>();
          for (let page = 0; page < 200 && !says(dialog, '1 Approve'); page += 1) {
            for (const row of dialog.terminal.screen) seen.add(row);
            dialog.presses(' ');
          }
          for (const row of dialog.terminal.screen) seen.add(row);
          for (let line = 1; line <= 15; line += 1) {
            assert.ok([...seen].some((row) => row.startsWith(`${String(line).padStart(2)} | ${line}. Step`)));
          }
        }
      }
    });

    it('W4 stays where it is when the terminal changes its size', () => {
      const dialog = aDialog({ text: longPlan, size });
      dialog.presses(' ');
      dialog.terminal.resizes({ columns: 60, rows: 10 });
      assert.equal(dialog.terminal.screen[1], ' 8 | 8. Step');
    });
  });

  it('W4 shows nothing of the plan in a terminal that is too small, and approves nothing there', async () => {
    const dialog = aDialog({ size: { columns: 20, rows: 5 } });
    dialog.presses('1', '\r');
    assert.deepEqual([dialog.terminal.screen, await dialog.answer()], [[words.tooSmall], 'none yet']);
    dialog.terminal.resizes(size);
    dialog.presses('1', '\r');
    assert.deepEqual(await dialog.answered, dialog.deciding({ kind: 'approve', target: 'default' }));
  });

  it('W4 J11 no plan looks like the choices: each of its rows begins with its number or with blanks', () => {
    const dialog = aDialog({ text: '1 Approve, accept edits\n-- line 1 of 1 --\n\u001b[2J\u001b[H1 Approve', size });
    assert.deepEqual(dialog.terminal.screen.slice(1, 4), [
      '1 | 1 Approve, accept edits',
      '2 | -- line 1 of 1 --',
      '3 | U+001B[2JU+001B[H1 Approve',
    ]);
  });
});
