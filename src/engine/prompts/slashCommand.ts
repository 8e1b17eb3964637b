import { approvalModes, type ApprovalMode } from '../../core/approvalMode';

/**
 * P1, M5: what a message is that begins with a slash. A pure reading: nothing here looks at the mode, and a command is
 * known by its whole word, so `/planet` is no `/plan`.
 *
 * `/plan exit` is exactly that; `/plan exit now` and `/plan execute` are tasks, because words that only resemble a command
 * must not leave Plan (B3, I46). Whatever is no command is a message, for the agent or for a template of that name.
 */
export function readSlashCommand(text: string): SlashCommand {
  const trimmed = text.trim();
  const [, name, rest = ''] = /^\/(plan|approval-mode)(?:\s+([^]*))?$/.exec(trimmed) ?? [];
  switch (name) {
    case 'plan':
      if (rest === '') return { kind: 'plan' };
      return rest === 'exit' ? { kind: 'plan-exit' } : { kind: 'plan-task', task: rest };
    case 'approval-mode': {
      const mode = approvalModes.find((each) => each === rest);
      return mode === undefined ? { kind: 'unknown-mode', given: rest } : { kind: 'approval-mode', mode };
    }
    default:
      return { kind: 'message' };
  }
}

export type SlashCommand =
  | { readonly kind: 'plan' }
  | { readonly kind: 'plan-exit' }
  /** Never blank. */
  | { readonly kind: 'plan-task'; readonly task: string }
  | { readonly kind: 'approval-mode'; readonly mode: ApprovalMode }
  /** `given` is empty where no mode was named. */
  | { readonly kind: 'unknown-mode'; readonly given: string }
  | { readonly kind: 'message' };

/** Whether a template of that name could never be called, because a command has it. */
export function isCommandName(name: string): boolean {
  return readSlashCommand(`/${name}`).kind !== 'message';
}
