import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReviewDraft } from '../protocol/reviewMessages';

/**
 * What a person has begun in a review and not sent: kept in a file a review, so that it survives a reload and a crash.
 * Kept by review id, so that a draft can never appear on another plan (I07).
 */
export class ReviewDrafts {
  readonly #folder: string;
  readonly #memory = new Map<string, ReviewDraft>();
  #writing: Promise<void> = Promise.resolve();

  constructor(
    folder: string,
    private readonly onFailed: (cause: unknown) => void,
  ) {
    this.#folder = folder;
  }

  /** The draft of a review; the empty one where there is none or the file cannot be used. */
  async read(reviewId: string): Promise<ReviewDraft> {
    const known = this.#memory.get(reviewId);
    if (known) return known;
    const stored = await this.#readFile(reviewId);
    // What was written while the file was read is newer.
    const draft = this.#memory.get(reviewId) ?? stored;
    this.#memory.set(reviewId, draft);
    return draft;
  }

  /** Keeps a draft. Writes follow one another; what fails is reported and stays in memory. Resolves when it was tried. */
  write(reviewId: string, draft: ReviewDraft): Promise<void> {
    this.#memory.set(reviewId, draft);
    this.#writing = this.#writing.then(() => this.#writeFile(reviewId, draft)).catch(this.onFailed);
    return this.#writing;
  }

  /** Forgets what was sent. */
  forget(reviewId: string): void {
    this.#memory.delete(reviewId);
    this.#writing = this.#writing.then(() => rm(this.#file(reviewId), { force: true })).catch(this.onFailed);
  }

  async settled(): Promise<void> {
    await this.#writing;
  }

  async #readFile(reviewId: string): Promise<ReviewDraft> {
    try {
      const text = await readFile(this.#file(reviewId), 'utf8');
      const { reviewDraftSchema } = await import('../protocol/reviewMessages');
      return reviewDraftSchema.parse(JSON.parse(text));
    } catch (cause) {
      if (!isMissing(cause)) this.onFailed(cause);
      return emptyDraft;
    }
  }

  async #writeFile(reviewId: string, draft: ReviewDraft): Promise<void> {
    const file = this.#file(reviewId);
    await mkdir(this.#folder, { recursive: true });
    await writeFile(`${file}.tmp`, JSON.stringify(draft), { mode: 0o600 });
    await rename(`${file}.tmp`, file);
  }

  #file(reviewId: string): string {
    return path.join(this.#folder, `${reviewId.replace(/[^\w-]/g, '_')}.json`);
  }
}

const emptyDraft: ReviewDraft = { note: '', tab: null, scrollTop: 0, comments: [] };

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}
