/** How many permission questions of one batch wait for a person. */
export class OpenQuestions {
  readonly #open = new Set<symbol>();

  get size(): number {
    return this.#open.size;
  }

  /** A question begins to wait. The result ends that; calling it again does nothing. */
  open(): () => void {
    const question = Symbol();
    this.#open.add(question);
    return () => {
      this.#open.delete(question);
    };
  }
}
