import { readFrontMatter } from './frontMatter';
import { isCommandName } from './slashCommand';
import type { PromptKind, StoredPrompt } from './storedPrompt';

/**
 * A template or a skill out of the text of its file. Only `name` and `description` mean anything here: a skill's
 * `allowed-tools` grants nothing, so that a file can neither allow a call nor satisfy a plan exit (R5).
 */
export function readPrompt(of: PromptPlace, text: string): StoredPrompt {
  const faulty = (fault: string): StoredPrompt => ({ ...of, state: 'faulty', fault });
  const read = readFrontMatter(text);
  if (read.state === 'faulty') return faulty(read.fault);
  const { fields } = read;
  const body = read.body.trim();
  const said = fields.get('name') ?? of.name;
  if (said !== of.name) return faulty(`says that its name is “${said}”, which is not the name that it is kept under`);
  if (of.kind === 'template' && isCommandName(of.name)) return faulty('has the name of a command');
  if (body === '') return faulty('has no text');
  const description = fields.get('description') ?? '';
  if (description !== '') return { ...of, state: 'ready', description, body };
  if (of.kind === 'skill') return faulty('has no “description” in its front matter');
  return { ...of, state: 'ready', description: body.split('\n')[0] ?? '', body };
}

export interface PromptPlace {
  readonly kind: PromptKind;
  readonly name: string;
  readonly file: string;
}
