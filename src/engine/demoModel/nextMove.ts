import { checklistRecipe } from './checklistRecipe';
import { planText } from './planText';
import type { Edit, Recipe } from './recipe';
import { filesToRead } from './relevance';
import { saidWithApproval } from './reviewNotes';
import { exitTool, isApproval, type MadeCall, type Scene } from './scene';
import { surveyOf, type Survey } from './survey';
import { validationRecipe } from './validationRecipe';

/** What the demo model does next: something to say, and calls to make. No calls means that it has nothing more to do. */
export interface Move {
  readonly say: string;
  readonly calls: readonly { readonly name: string; readonly args: Readonly<Record<string, unknown>> }[];
}

/** The whole behaviour of the demo model, as a function of the scene. */
export function nextMove(scene: Scene): Move {
  const move = scene.prompt === 'talk' || scene.task === '' ? say(cannotTalk(scene)) : forTask(scene);
  return scene.isFirstAnswer ? { ...move, say: [whoIAm, move.say].filter((text) => text !== '').join('\n\n') } : move;
}

/** What it says of itself before anything else. */
export const whoIAm =
  'I am the demo model: a script that runs offline, not a language model. I can list and read the files of this folder, write a plan that names them, take the notes of your review into it and, after your approval, make a few small edits that are fixed beforehand. I understand no code and no prose.';

function cannotTalk(scene: Scene): string {
  const how = scene.isPlan
    ? 'I then write a plan and ask for your review.'
    : 'Plan mode is off, so I would then begin at once.';
  return `I cannot answer questions. Give me a task, such as “Add input validation to the order form”. ${how}`;
}

function forTask(scene: Scene): Move {
  // A plan that was asked for again and approved in this very turn is carried out like any other.
  const isJustApproved = scene.calls.some((call) => isApproval(call) && call.isOfThisTurn);
  if (!scene.isPlan && !isJustApproved && scene.prompt === 'ask-again')
    return say('Plan mode is off, so there is nothing to ask for. Turn it on, or write “continue” to have me begin.');
  if (!scene.isPlan && !isJustApproved && scene.prompt === 'note')
    return say('Plan mode is off, and I can take notes into a plan only. Turn it on, or write the whole task anew.');
  const listed = surveyOf(scene.calls);
  if (!listed) {
    const failedList = lastOfThisTurn(scene, (call) => call.name === 'list_files');
    if (failedList) return say(`I could not list the files, so I stop here. I was told: ${failedList.text}`);
    return { say: 'First I look at what is here.', calls: [{ name: 'list_files', args: {} }] };
  }
  const wanted = filesToRead(scene.task, listed.files);
  if (!listed.isRead && wanted.length > 0) {
    return {
      say: `I read ${wanted.length === 1 ? 'the file that fits' : `${wanted.length} files that fit`} the task best.`,
      calls: wanted.map((path) => ({ name: 'read_file', args: { path } })),
    };
  }
  // Only what the plan was made from: what is read while working must not change the steps that were approved.
  const survey = { ...listed, texts: new Map([...listed.texts].filter(([path]) => wanted.includes(path))) };
  const recipe = validationRecipe(scene.task, survey, scene.notes) ?? checklistRecipe(scene.task, survey, scene.notes);
  return scene.isPlan ? plan(scene, survey, recipe) : work(scene, recipe);
}

/** In Plan: write the plan where there is none or where notes came after it, then ask for the review. */
function plan(scene: Scene, survey: Survey, recipe: Recipe): Move {
  const written = scene.calls.findLast((call) => isPlanWrite(call, scene) && !call.isError);
  if (!written || written.notesBefore < scene.notes.length) {
    const failedWrite = lastOfThisTurn(scene, (call) => isPlanWrite(call, scene));
    if (failedWrite?.isError) return say(`I could not write the plan, so I stop here. I was told: ${failedWrite.text}`);
    const text = planText(scene.task, survey, scene.notes, recipe);
    const why = written ? 'I write the plan anew with your note in it.' : 'I write the plan.';
    return { say: why, calls: [{ name: 'write_file', args: { path: scene.planFile, text } }] };
  }
  const exits = scene.calls.filter(
    (call) => call.name === exitTool && call.isOfThisTurn && call.notesBefore === scene.notes.length,
  );
  const last = exits.at(-1);
  // A plan that changed on disk is worth one more try; anything else that fails twice will fail again.
  if (exits.length >= 2)
    return say(`I stop here: the plan could not be put up for review. I was told: ${last?.text ?? ''}`);
  if (last && /does not exist|is empty|white space|not valid UTF-8|could not be read/.test(last.text)) {
    const text = planText(scene.task, survey, scene.notes, recipe);
    const rewritten = scene.calls.at(-1);
    if (rewritten && rewritten.name !== 'write_file')
      return {
        say: 'I write the plan file again.',
        calls: [{ name: 'write_file', args: { path: scene.planFile, text } }],
      };
  }
  return {
    say: last ? 'I ask again.' : 'The plan is written. I ask for your review; only your answer there decides.',
    calls: [{ name: exitTool, args: { originalRequest: scene.task } }],
  };
}

/** Plan is off: the edits, one after the other, then a summary. */
function work(scene: Scene, recipe: Recipe): Move {
  const approvedAt = scene.calls.findLastIndex(isApproval);
  const since = scene.calls.slice(approvedAt + 1);
  const didNot: string[] = [];
  const did: string[] = [];
  for (const edit of recipe.edits) {
    const tries = since.filter((call) => isEditCall(call) && call.args['path'] === edit.path);
    if (tries.some((call) => !call.isError)) {
      did.push(`- \`${edit.path}\`: ${edit.what}`);
      continue;
    }
    const refused = tries.findLast((call) => call.isOfThisTurn);
    if (!refused) return editMove(edit, since, did.length === 0);
    if (isUnread(refused) && tries.filter(({ isOfThisTurn }) => isOfThisTurn).length === 1) {
      const isReadSince = since.slice(since.indexOf(refused)).some((call) => isReadOf(call, edit.path));
      return isReadSince ? editMove(edit, since, did.length === 0) : readAgain(edit);
    }
    if (edit.isNeeded) {
      return say(
        `\`${edit.path}\` was not changed, and the rest makes no sense without it, so I stop here. I was told: ${refused.text}\n\n${did.length === 0 ? 'Nothing was changed.' : `Changed so far:\n${did.join('\n')}`}`,
      );
    }
    didNot.push(`- \`${edit.path}\` was not changed. I was told: ${refused.text}`);
  }
  const said = saidWithApproval(scene.calls[approvedAt]?.text ?? '');
  const notFollowed =
    said === '' ? '' : `\n\nYou approved with notes. I am a script and followed none of them; they are:\n\n${said}`;
  const left = didNot.length === 0 ? '' : `\n\nLeft out:\n${didNot.join('\n')}`;
  return say(
    `Done. What I changed:\n${did.join('\n')}${left}\n\nHow to check it:\n${recipe.checks.map((check) => `- ${check}`).join('\n')}\n\nI have run nothing.${notFollowed}`,
  );
}

/** What was read before the window was reloaded is not known to the tools any more. */
function isUnread(refused: MadeCall): boolean {
  return refused.text.includes('you have not read it in this session');
}

function isReadOf(call: MadeCall, path: string): boolean {
  return call.name === 'read_file' && call.args['path'] === path && call.isOfThisTurn;
}

function readAgain({ path }: Edit): Move {
  return { say: `I read \`${path}\` again first.`, calls: [{ name: 'read_file', args: { path } }] };
}

function editMove(edit: Edit, since: readonly MadeCall[], isFirst: boolean): Move {
  const before = isFirst ? 'I begin with the edits.' : '';
  switch (edit.kind) {
    case 'write':
      return { say: before, calls: [{ name: 'write_file', args: { path: edit.path, text: edit.text } }] };
    case 'replace':
      return {
        say: before,
        calls: [{ name: 'edit_file', args: { path: edit.path, old_text: edit.oldText, new_text: edit.newText } }],
      };
    case 'append': {
      const reading = since.findLast((call) => isReadOf(call, edit.path));
      if (!reading)
        return {
          say: `I look whether there is a \`${edit.path}\` already.`,
          calls: [{ name: 'read_file', args: { path: edit.path } }],
        };
      return append(edit, reading);
    }
  }
}

function append(edit: Extract<Edit, { kind: 'append' }>, reading: MadeCall): Move {
  if (reading.isError && !reading.text.startsWith('There is no file')) {
    return say(
      `\`${edit.path}\` is there and I cannot read it, so I leave it alone and stop here. I was told: ${reading.text}`,
    );
  }
  // A file that was not shown whole cannot be written whole.
  if (reading.text.includes('\n[There is more: line'))
    return say(`\`${edit.path}\` is too long for me to add to it safely, so I leave it alone and stop here.`);
  const isNew = reading.isError || reading.text === '[The file is empty.]';
  const lineEnd = reading.text.includes('\r\n') ? '\r\n' : '\n';
  const text = isNew
    ? `# ${edit.heading}\n\n${edit.section}\n`
    : `${reading.text.trimEnd()}\n\n## ${edit.heading}\n\n${edit.section}\n`.replace(/\r?\n/g, lineEnd);
  return {
    say: isNew ? '' : 'There is one; I add to its end.',
    calls: [{ name: 'write_file', args: { path: edit.path, text } }],
  };
}

function isPlanWrite(call: MadeCall, scene: Scene): boolean {
  return call.name === 'write_file' && call.args['path'] === scene.planFile;
}

function isEditCall(call: MadeCall): boolean {
  return call.name === 'write_file' || call.name === 'edit_file';
}

function lastOfThisTurn(scene: Scene, is: (call: MadeCall) => boolean): MadeCall | undefined {
  return scene.calls.findLast((call) => call.isOfThisTurn && is(call));
}

function say(text: string): Move {
  return { say: text, calls: [] };
}
