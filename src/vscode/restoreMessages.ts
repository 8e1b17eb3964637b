import { l10n } from 'vscode';
import type { CheckpointFault } from '../core/sessionEntry';
import type { RestorePlan } from '../engine/checkpoints/gitCheckpoints';
import type { RestoreFailure, RestoreRefusal, RestoreTarget } from './restoreWorkspace';
import { titleOf } from '../session/sessionTitle';
import { timeOf } from './timeOf';

/** What the files are brought to, after "to how they were". */
export function targetName(target: RestoreTarget): string {
  switch (target.kind) {
    case 'turn':
      return l10n.t('before “{0}”', titleOf(target.task));
    case 'restore':
      return l10n.t('before the restore of {0}', timeOf(target.takenAt));
    case 'undo':
      return l10n.t('before that restore');
  }
}

export function fileCount(count: number): string {
  return count === 1 ? l10n.t('1 file') : l10n.t('{0} files', count);
}

/** What restoring does, in numbers: "2 to change, 1 to bring back, 1 to delete". */
export function changeCounts({ changes }: Pick<RestorePlan, 'changes'>): string {
  const count = (wanted: RestorePlan['changes'][number]['kind']): number =>
    changes.filter(({ kind }) => kind === wanted).length;
  const [changed, created, deleted] = [count('changed'), count('created'), count('deleted')];
  return [
    ...(changed === 0 ? [] : [l10n.t('{0} to change', changed)]),
    ...(created === 0 ? [] : [l10n.t('{0} to bring back', created)]),
    ...(deleted === 0 ? [] : [l10n.t('{0} to delete', deleted)]),
  ].join(', ');
}

/** What restoring a file does to it. */
export function changeName(kind: RestorePlan['changes'][number]['kind']): string {
  switch (kind) {
    case 'changed':
      return l10n.t('changes');
    case 'created':
      return l10n.t('comes back');
    case 'deleted':
      return l10n.t('is deleted');
  }
}

export function confirmation(target: RestoreTarget, plan: RestorePlan): { message: string; detail: string } {
  return {
    message: l10n.t('Restore {0} to {1}?', fileCount(plan.changes.length), targetName(target)),
    detail: [
      l10n.t('Files: {0}. How they are now is recorded first, so that you can undo this.', changeCounts(plan)),
      ...(plan.leftAlone.length === 0
        ? []
        : [l10n.t('{0} that cannot be recorded: left as is.', fileCount(plan.leftAlone.length))]),
      onlyFiles(),
    ].join('\n\n'),
  };
}

/** What restoring is not. */
function onlyFiles(): string {
  return l10n.t('Only files change: the approval mode, plan reviews and the conversation stay as they are.');
}

export function restored(target: RestoreTarget, plan: RestorePlan): string {
  return l10n.t(
    'Restored {0} to {1}. The approval mode, plan reviews and the conversation are as they were.',
    fileCount(plan.changes.length),
    targetName(target),
  );
}

export function nothingToRestore(target: RestoreTarget, plan: RestorePlan): string {
  const same = l10n.t('The files are already as they were {0}. Nothing was changed.', targetName(target));
  return plan.leftAlone.length === 0
    ? same
    : l10n.t('{0} What cannot be recorded was not compared: {1}.', same, fileCount(plan.leftAlone.length));
}

export function notAllRestored(plan: RestorePlan, left: number): string {
  return l10n.t(
    'Of {0} to restore, {1} could not be written and are as they were before. The others are restored. The approval mode is as it was. See “Countersign: Show Log” for the cause.',
    fileCount(plan.changes.length),
    left,
  );
}

export function changedMeanwhile(): string {
  return l10n.t('Files changed while you were looking, so nothing was restored. Look at the changes again.');
}

export function notSaved(path: string): string {
  return l10n.t('{0} could not be saved, so nothing was restored. Its text is still in the editor.', path);
}

export function unsavedText(paths: readonly string[]): { message: string; detail: string } {
  const shown = paths.slice(0, maxShown);
  const more = paths.length - shown.length;
  return {
    message: l10n.t('{0} to restore: there is text that is not saved.', fileCount(paths.length)),
    detail: [
      ...shown,
      ...(more > 0 ? [l10n.t('{0} more', more)] : []),
      '',
      l10n.t('Save it first? What is saved is recorded before anything is restored. Otherwise nothing is done.'),
    ].join('\n'),
  };
}

/** How many names a question has at most. */
const maxShown = 10;

/** Why nothing may be restored now. */
export function restoreRefusal(code: RestoreRefusal): string {
  switch (code) {
    case 'untrusted-workspace':
      return l10n.t(
        'This workspace is not trusted, so it is neither recorded nor restored. The files are as they are.',
      );
    case 'turn-running':
      return l10n.t(
        'An agent is working on this folder, so nothing was restored. The files and the approval mode are as they are. Stop the agent or wait until it is done, then restore.',
      );
    case 'restoring':
      return l10n.t('Files are being restored already. Wait until that is done.');
    case 'git-missing':
      return l10n.t(
        'Git was not found, so nothing can be restored. The files are as they are. Install git or set “git.path”.',
      );
  }
}

/** Why nothing was restored. */
export function restoreProblem(failure: RestoreFailure): string {
  switch (failure.state) {
    case 'gone':
      return l10n.t('How the files were then is not kept any more. Nothing was changed.');
    case 'cancelled':
      return l10n.t('You stopped it before anything was written. The files are as they are.');
    case 'failed':
      return failed(failure.code);
  }
}

function failed(code: CheckpointFault): string {
  switch (code) {
    case 'git-missing':
      return restoreRefusal('git-missing');
    case 'too-large':
      return l10n.t(
        'Too much has changed to be recorded first, so nothing was restored. The files are as they are. A .gitignore can leave out what need not be recorded.',
      );
    case 'timed-out':
      return l10n.t('It took too long, so nothing was restored. The files are as they are. Try it again.');
    case 'storage':
      return l10n.t(
        'How the files are now could not be recorded, so nothing was restored. Look at the free space and the permissions of the disk.',
      );
    case 'git-failed':
      return l10n.t(
        'Git failed, so nothing was restored. The files are as they are. See “Countersign: Show Log” for the cause.',
      );
  }
}
