import type { PromptLibrary, StoredPrompt } from '../engine/prompts/storedPrompt';

/** The templates and skills of this window, as they were read last. They are read anew whenever one may be called. */
export class PromptShelf {
  readonly #library: PromptLibrary;
  readonly #onDidRead: (prompts: readonly StoredPrompt[]) => void;
  #known: readonly StoredPrompt[] = [];

  /** @param onDidRead called after each reading */
  constructor(library: PromptLibrary, onDidRead: (prompts: readonly StoredPrompt[]) => void) {
    this.#library = library;
    this.#onDidRead = onDidRead;
  }

  /** Empty before the first reading. */
  get known(): readonly StoredPrompt[] {
    return this.#known;
  }

  async read(): Promise<readonly StoredPrompt[]> {
    this.#known = await this.#library.read();
    this.#onDidRead(this.#known);
    return this.#known;
  }
}
