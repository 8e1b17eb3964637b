import { fillArguments } from './promptArguments';
import type { PromptKind, StoredPrompt } from './storedPrompt';

/**
 * B3: what the agent is told in place of a text that begins with the name of a template or a skill: `/name` or
 * `/skill:name`. `/name` means a template first. A text that begins with no such name is as it is.
 */
export function expandPrompt(text: string, prompts: readonly StoredPrompt[]): Expansion {
  const [, skill, name, typed = ''] = /^\/(skill:)?([\w][\w.-]*)(?:\s+([^]*))?$/.exec(text.trim()) ?? [];
  if (name === undefined) return { state: 'as-it-is' };
  const kinds: readonly PromptKind[] = skill === undefined ? ['template', 'skill'] : ['skill'];
  const prompt = kinds
    .map((kind) => prompts.find((each) => each.kind === kind && each.name === name))
    .find((found) => found !== undefined);
  if (prompt === undefined) return { state: 'as-it-is' };
  if (prompt.state === 'faulty') return { state: 'refused', file: prompt.file, fault: prompt.fault };
  const filled = fillArguments(prompt.body, typed, maxExpandedLength);
  if (filled === undefined)
    return { state: 'refused', file: prompt.file, fault: 'becomes too long with what you wrote after its name' };
  return { state: 'expanded', text: prompt.kind === 'skill' ? asSkill(prompt, filled) : filled };
}

/** In characters. */
export const maxExpandedLength = 1024 * 1024;

export type Expansion =
  | { readonly state: 'as-it-is' }
  | { readonly state: 'expanded'; readonly text: string }
  /** The fault goes on after the name of the file. */
  | { readonly state: 'refused'; readonly file: string; readonly fault: string };

function asSkill({ name, file }: StoredPrompt, text: string): string {
  return `Follow the skill “${name}” (${file}; what it names is beside that file).\n\n${text}`;
}
