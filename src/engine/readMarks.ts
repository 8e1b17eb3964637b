import { createHash } from 'node:crypto';

/**
 * What the agent knows of files in one session: the text that it last read or wrote. A file that is not as the agent
 * knows it is not written, so that nobody's change is lost. Kept in memory only: after a reload files are read anew.
 */
export class ReadMarks {
  readonly #hashes = new Map<string, string>();

  /** The agent has been given this text of the file, or has written it. `path` is absolute, after all links. */
  mark(path: string, text: string): void {
    this.#hashes.set(path, hashOf(text));
  }

  /** How the file stands to what the agent knows of it. */
  stateOf(path: string, textNow: string): 'as-read' | 'never-read' | 'changed' {
    const known = this.#hashes.get(path);
    if (known === undefined) return 'never-read';
    return known === hashOf(textNow) ? 'as-read' : 'changed';
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64');
}
