import type { EnginePorts } from '../enginePorts';
import type { ReadMarks } from '../readMarks';
import { done, failed, type Invocation, type Prepared } from '../tool';
import { fileFaultText, maxFileBytes } from './fileFaultText';
import { placeOf, type FoundPlace } from './placeOf';

/**
 * A call that writes one file. It is worked out in full first, so that a person sees exactly what will be written. Only
 * what the agent has read is written over, and only if the file is still as it was then.
 */
export function fileWrite(path: string, ports: EnginePorts, marks: ReadMarks, newText: WriteText): Invocation {
  return {
    kind: 'edit',
    permission: (isPlanFileWrite) => (isPlanFileWrite ? 'allow' : 'ask'),
    prepare: () => prepareWrite(path, ports, marks, newText),
  };
}

/** What the file is to say, by what it says now (undefined: there is none) and the name that it is shown under. */
type WriteText = (before: string | undefined, shown: string) => NewText;

async function prepareWrite(path: string, ports: EnginePorts, marks: ReadMarks, newText: WriteText): Promise<Prepared> {
  const place = await placeOf(path, ports);
  if (place.kind === 'refused') return ended(place.text);
  if (place.is === 'directory') return ended(`${place.shown} is a folder; it cannot be written as a file.`);
  if (place.is === 'other') return ended(`${place.shown} is no ordinary file; it is not written.`);
  const before = await ports.workspace.read(place.path, maxFileBytes);
  if (before.state === 'unreadable' && before.code !== 'missing') return ended(fileFaultText(before.code, place.shown));
  const textBefore = before.state === 'text' ? before.text : undefined;
  const unknown = textBefore === undefined ? undefined : whyUnknown(marks.stateOf(place.path, textBefore), place);
  if (unknown !== undefined) return ended(unknown);
  const after = newText(textBefore, place.shown);
  if (after.state === 'none') return ended(after.why);
  return {
    state: 'ready',
    title: `${textBefore === undefined ? 'Create' : 'Edit'} ${place.shown}`,
    edit: { path: place.shown, before: textBefore, after: after.text },
    execute: async (mayStart) => {
      const now = await ports.workspace.read(place.path, maxFileBytes);
      if (!isAsBefore(now, textBefore)) {
        return failed(`${place.shown} was changed meanwhile, so nothing was written. Read it again.`);
      }
      const stopped = mayStart();
      if (stopped) return stopped;
      await ports.workspace.write(place.path, after.text);
      marks.mark(place.path, after.text);
      return done(
        `${textBefore === undefined ? 'Created' : 'Changed'} ${place.shown} (${after.text.split('\n').length} lines).`,
      );
    },
  };
}

export type NewText =
  | { readonly state: 'text'; readonly text: string }
  /** `why` is for the model. */
  | { readonly state: 'none'; readonly why: string };

/** Why a file that is there is not written over; undefined where the agent knows what is in it. */
function whyUnknown(state: ReturnType<ReadMarks['stateOf']>, { kind, shown }: FoundPlace): string | undefined {
  switch (state) {
    case 'as-read':
      return undefined;
    case 'never-read':
      // The plan file is the agent's own; what it wrote before the window was reloaded is not forgotten.
      return kind === 'plan-file'
        ? undefined
        : `${shown} is there and you have not read it in this session, so nothing was written. Read it first.`;
    case 'changed':
      return `${shown} was changed by somebody else since you read it, so nothing was written. Read it again, and keep what was changed.`;
  }
}

function ended(text: string): Prepared {
  return { state: 'ended', result: failed(text) };
}

function isAsBefore(now: Awaited<ReturnType<EnginePorts['workspace']['read']>>, before: string | undefined): boolean {
  return now.state === 'text' ? now.text === before : now.code === 'missing' && before === undefined;
}
