import * as vscode from 'vscode';
import type { RulesAndHooks, RulesAndHooksPorts } from './rulesAndHooks';
import type { SettingFault, SettingPlace } from './readRulesAndHooks';

/**
 * Tells the person what became of rules and hooks: which do not count, what "always allow" has saved and how to undo it.
 *
 * @param book what an undo is done by; asked for only then
 */
export function ruleNotices(book: () => RulesAndHooks, log: vscode.LogOutputChannel): RulesAndHooksPorts {
  return {
    onFaults: (faults) => {
      for (const { place, setting, text } of faults) log.warn(`countersign.${setting} (${place}): ${text}`);
      for (const place of places) void tellFaults(faults.filter((fault) => fault.place === place));
    },
    onSaved: (rules) => void tellSaved(rules, book),
    onNotSaved: (rules, cause) => {
      log.error('an allow rule could not be saved', cause);
      void vscode.window.showWarningMessage(
        vscode.l10n.t(
          'Not saved to the workspace settings: {0}. It is allowed until this window is closed. See “Countersign: Show Log” for the cause.',
          rules.join(', '),
        ),
      );
    },
    onNotUndone: (rules, cause) => {
      log.error('an allow rule could not be taken back', cause);
      void tellNotUndone(rules);
    },
  };
}

const places: readonly SettingPlace[] = ['user', 'workspace', 'folder'];

async function tellFaults(faults: readonly SettingFault[]): Promise<void> {
  const [first] = faults;
  if (!first) return;
  const shown = faults.slice(0, maxShown).map(({ text }) => text);
  if (faults.length > maxShown)
    shown.push(vscode.l10n.t('{0} more are in “Countersign: Show Log”.', faults.length - maxShown));
  const open = openSettingsLabel();
  const answer = await vscode.window.showErrorMessage(
    vscode.l10n.t('In the {0}: {1} All other rules and hooks hold.', placeName(first.place), shown.join(' ')),
    open,
  );
  if (answer === open) await openSettings(first.place, first.setting);
}

/** How many sentences one notification has at most. */
const maxShown = 3;

async function tellSaved(rules: readonly string[], book: () => RulesAndHooks): Promise<void> {
  const undo = vscode.l10n.t('Undo');
  const open = openSettingsLabel();
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('Allowed from now on, by the workspace settings: {0}', rules.join(', ')),
    undo,
    open,
  );
  if (answer === undo) await book().undo(rules);
  if (answer === open) await openSettings(savedPlace(), 'permissions');
}

async function tellNotUndone(rules: readonly string[]): Promise<void> {
  const open = openSettingsLabel();
  const answer = await vscode.window.showErrorMessage(
    vscode.l10n.t('Still allowed, because the settings could not be written: {0}', rules.join(', ')),
    open,
  );
  if (answer === open) await openSettings(savedPlace(), 'permissions');
}

function savedPlace(): SettingPlace {
  return vscode.workspace.workspaceFile === undefined ? 'workspace' : 'folder';
}

function openSettingsLabel(): string {
  return vscode.l10n.t('Open Settings');
}

function placeName(place: SettingPlace): string {
  switch (place) {
    case 'user':
      return vscode.l10n.t('user settings');
    case 'workspace':
      return vscode.l10n.t('workspace settings');
    case 'folder':
      return vscode.l10n.t('folder settings');
  }
}

async function openSettings(place: SettingPlace, setting: SettingFault['setting']): Promise<void> {
  const commands: Readonly<Record<SettingPlace, string>> = {
    user: 'workbench.action.openSettingsJson',
    workspace: 'workbench.action.openWorkspaceSettingsFile',
    folder: 'workbench.action.openFolderSettingsFile',
  };
  await vscode.commands.executeCommand(commands[place], {
    revealSetting: { key: `countersign.${setting}`, edit: false },
  });
}
