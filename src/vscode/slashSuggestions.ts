import { l10n } from 'vscode';
import { approvalModes } from '../core/approvalMode';
import type { StoredPrompt } from '../engine/prompts/storedPrompt';
import type { SlashSuggestion } from '../protocol/sessionMessages';

/** What the composer offers after a slash: the commands, then the templates and skills that can be called. */
export function slashSuggestions(prompts: readonly StoredPrompt[]): SlashSuggestion[] {
  const commands: SlashSuggestion[] = [
    { name: '/plan', hint: l10n.t('task'), description: l10n.t('Turn Plan mode on, and give the agent a task') },
    { name: '/plan exit', hint: '', description: l10n.t('Leave Plan mode without a plan') },
    {
      name: '/approval-mode',
      hint: l10n.t('mode'),
      description: l10n.t('Set the approval mode: {0}', approvalModes.join(', ')),
    },
  ];
  const stored = prompts.flatMap(({ kind, name, ...prompt }) =>
    prompt.state === 'ready'
      ? [{ name: kind === 'skill' ? `/skill:${name}` : `/${name}`, hint: '', description: prompt.description }]
      : [],
  );
  // Of two with one name the first is the one that is called.
  return [...commands, ...stored].filter(({ name }, at, all) => all.findIndex((each) => each.name === name) === at);
}
