import { l10n } from 'vscode';
import type { DialogWords } from '../hosts/terminal/dialogWords';

/** What the plan dialog in a terminal says. */
export function terminalWords(): DialogWords {
  return {
    requestChanges: l10n.t('Request changes'),
    dismiss: l10n.t('Dismiss'),
    progress: (line, lines) => l10n.t('Line {0} of {1}. Plan mode is on; nothing runs until you decide.', line, lines),
    howToRead: l10n.t('Space: next page. Arrows: scroll. You can approve once the whole plan has been on the screen.'),
    confirm: l10n.t('Press Enter to approve, or any other key to go back.'),
    writeNote: l10n.t('What should change? Enter sends your note, Escape goes back. Plan mode stays on.'),
    emptyNote: l10n.t('Say what should change: the note is empty. Nothing was sent. Plan mode is still on.'),
    tooEarly: l10n.t('That key came too soon after something else, so it was not counted. Press it again.'),
    notAllShown: l10n.t(
      'You have not seen the whole plan yet, so nothing was approved. Read on with Space; Home goes back to its start.',
    ),
    pasted: l10n.t('Pasted text decides nothing here. Choose “Request changes” first to send it as your note.'),
    tooSmall: l10n.t('Make this terminal larger to see the plan. Plan mode is still on.'),
  };
}
