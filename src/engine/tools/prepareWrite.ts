import type { EnginePorts } from '../enginePorts';
import { done, failed, type Prepared } from '../tool';
import { fileFaultText, maxFileBytes } from './fileFaultText';
import { placeOf } from './placeOf';

/**
 * Works out a write in full, so that a person sees exactly what will be written. The write is made only if the file is
 * still as it was then.
 */
export async function prepareWrite(
  path: string,
  ports: EnginePorts,
  newText: (before: string | undefined, shown: string) => NewText,
): Promise<Prepared> {
  const place = await placeOf(path, ports);
  if (place.kind === 'refused') return ended(place.text);
  if (place.is === 'directory') return ended(`${place.shown} is a folder; it cannot be written as a file.`);
  if (place.is === 'other') return ended(`${place.shown} is no ordinary file; it is not written.`);
  const before = await ports.workspace.read(place.path, maxFileBytes);
  if (before.state === 'unreadable' && before.code !== 'missing') return ended(fileFaultText(before.code, place.shown));
  const textBefore = before.state === 'text' ? before.text : undefined;
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

function ended(text: string): Prepared {
  return { state: 'ended', result: failed(text) };
}

function isAsBefore(now: Awaited<ReturnType<EnginePorts['workspace']['read']>>, before: string | undefined): boolean {
  return now.state === 'text' ? now.text === before : now.code === 'missing' && before === undefined;
}
