import { constants } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { decodeUtf8 } from '../../session/decodeUtf8';
import { noBlock, noFollow, readUpTo } from '../../session/readUpTo';
import { hasErrorCode } from '../../session/systemError';
import { readPrompt, type PromptPlace } from './readPrompt';
import type { PromptKind, PromptLibrary, StoredPrompt } from './storedPrompt';

/** Largest file of a template or a skill, in bytes: all of it is told to a model. */
export const maxPromptBytes = 64 * 1024;

/** How many entries of a folder are looked at. */
const maxPrompts = 500;

/** A folder that holds a `.countersign` folder. */
export interface PromptHome {
  /** Absolute. */
  readonly folder: string;
  /** How it is named to a person, in front of `.countersign`: empty for the workspace, `~/` for the user's home. */
  readonly shownAs: string;
}

/**
 * `.countersign/prompts/*.md` and `.countersign/skills/<name>/SKILL.md` of some homes. A link counts only where it leads to
 * a place within its home: a workspace must not be able to have another file of this machine told to a model.
 */
export class FilePromptLibrary implements PromptLibrary {
  readonly #homes: () => readonly PromptHome[];

  /** @param homes those that count now, the first one first; of a workspace only where it is trusted */
  constructor(homes: () => readonly PromptHome[]) {
    this.#homes = homes;
  }

  async read(): Promise<readonly StoredPrompt[]> {
    const found = await Promise.all(
      this.#homes().flatMap((home) => [promptsOf(home, 'template'), promptsOf(home, 'skill')]),
    );
    return found.flat();
  }
}

async function promptsOf({ folder, shownAs }: PromptHome, kind: PromptKind): Promise<readonly StoredPrompt[]> {
  const parent = kind === 'template' ? '.countersign/prompts' : '.countersign/skills';
  const names = await namesIn(path.join(folder, parent));
  const found = names.slice(0, maxPrompts).flatMap((entry) => {
    const name = kind === 'template' ? /^(.+)\.md$/i.exec(entry)?.[1] : entry;
    if (name === undefined || !/^\w[\w.-]*$/.test(name)) return [];
    const file = kind === 'template' ? `${parent}/${entry}` : `${parent}/${entry}/SKILL.md`;
    return [{ place: { kind, name, file: `${shownAs}${file}` }, path: path.join(folder, file) }];
  });
  const prompts = await Promise.all(found.map(({ place, path: file }) => promptIn(place, file, folder)));
  return prompts.flatMap((prompt) => prompt ?? []);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (cause) {
    // A folder that is not there, or that may not be looked into, has nothing to offer.
    if (hasErrorCode(cause, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP')) return [];
    throw cause;
  }
}

/** Undefined where there is no such file: a folder without SKILL.md is no skill. */
async function promptIn(place: PromptPlace, file: string, home: string): Promise<StoredPrompt | undefined> {
  const faulty = (fault: string): StoredPrompt => ({ ...place, state: 'faulty', fault });
  try {
    const real = await realpath(file);
    if (!isWithin(real, await realpath(home))) return faulty('is a link that leads elsewhere');
    const handle = await open(real, constants.O_RDONLY | noFollow | noBlock);
    try {
      if (!(await handle.stat()).isFile()) return faulty('is not a file');
      const bytes = await readUpTo(handle, maxPromptBytes + 1);
      if (bytes.length > maxPromptBytes) return faulty(`is larger than ${maxPromptBytes / 1024} KiB`);
      const text = decodeUtf8(bytes);
      return text === undefined ? faulty('is not UTF-8 text') : readPrompt(place, text);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    if (hasErrorCode(cause, 'ENOENT', 'ENOTDIR')) return undefined;
    if (hasErrorCode(cause, 'ELOOP')) return faulty('is a link that leads elsewhere');
    if (hasErrorCode(cause, 'EISDIR')) return faulty('is not a file');
    if (hasErrorCode(cause, 'EACCES', 'EPERM', 'ENXIO', 'EIO')) return faulty('cannot be read');
    throw cause;
  }
}

function isWithin(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}
