import path from 'node:path';
import { l10n } from 'vscode';
import type { ToolCall } from '../core/sessionEntry';
import { foldToolName } from '../core/toolFamilies';

/** A call in the words of a person: what is done, and to what. A tool that is not known keeps its own name. */
export function toolTitle(
  call: ToolCall,
  session: { readonly workspaceFolder: string; readonly planFileName: string },
): string {
  const { args } = call;
  const target = targetOf(call, session.workspaceFolder);
  const name = foldToolName(call.name);
  // Its name is the session's id, which says nothing to a person.
  if (target === session.planFileName)
    return name === 'readfile' ? l10n.t('Read the plan file') : l10n.t('Write the plan file');
  switch (name) {
    case 'listfiles':
      return target === '' ? l10n.t('List the files') : l10n.t('List {0}', target);
    case 'readfile':
      return l10n.t('Read {0}', target);
    case 'writefile':
      return l10n.t('Write {0}', target);
    case 'editfile':
      return l10n.t('Edit {0}', target);
    case 'multiedit': {
      const edits = args['edits'];
      const places = Array.isArray(edits) ? edits.length : 0;
      return places > 1 ? l10n.t('Edit {0} in {1} places', target, places) : l10n.t('Edit {0}', target);
    }
    case 'glob':
      return withPlace(l10n.t('Find {0}', text(args['pattern'])), target);
    case 'grep':
    case 'grepsearch':
    case 'searchfilecontent':
      return withPlace(l10n.t('Search for {0}', text(args['pattern'])), target || text(args['glob']));
    case 'shell':
    case 'bash':
    case 'runshellcommand':
    case 'runcommand':
      return l10n.t('Run {0}', text(args['command']));
    case 'askuserquestion':
      return l10n.t('Ask you: {0}', questionsOf(args['questions']));
    case 'todo':
    case 'todowrite':
      return todoTitle(args['items']);
    case 'enterplanmode':
    case 'planenter':
      return l10n.t('Go into Plan mode');
    case 'exitplanmode':
    case 'planexit':
    case 'submitplan':
      return l10n.t('Ask to leave Plan mode');
    case 'task':
      return l10n.t('Sub-agent: {0}', text(args['description']) || text(args['prompt']));
    default:
      return target === '' ? call.name : `${call.name} ${target}`;
  }
}

/** What the agent asks, in one line. */
function questionsOf(questions: unknown): string {
  if (!Array.isArray(questions)) return '';
  return questions
    .map((one: unknown) => (typeof one === 'object' && one !== null && 'question' in one ? text(one.question) : ''))
    .join(' ');
}

function todoTitle(items: unknown): string {
  const all: readonly unknown[] = Array.isArray(items) ? items : [];
  if (all.length === 0) return l10n.t('Empty the list of what is to do');
  const done = all.filter(
    (item) => typeof item === 'object' && item !== null && 'state' in item && item.state === 'done',
  );
  return l10n.t('To do: {0} of {1} done', done.length, all.length);
}

function withPlace(what: string, place: string): string {
  return place === '' ? what : l10n.t('{0} in {1}', what, place);
}

/** What the model wrote, on one line; empty where it is no text. */
function text(value: unknown): string {
  return typeof value === 'string' ? value.trim().replace(/\s*\n\s*/g, ' ⏎ ') : '';
}

/** The file that a call names, from its own arguments: relative in the workspace, by its name alone elsewhere. */
function targetOf(call: ToolCall, workspaceFolder: string): string {
  const named = call.args['path'];
  if (typeof named !== 'string' || named === '.') return '';
  if (!path.isAbsolute(named)) return named;
  const relative = path.relative(workspaceFolder, named);
  return relative.startsWith('..') || path.isAbsolute(relative) ? path.basename(named) : relative;
}
