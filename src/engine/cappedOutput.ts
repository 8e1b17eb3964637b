/** The beginning and the end of an output, with a note of what was left out between them. */
export class CappedOutput {
  #head = '';
  #tail = '';
  #dropped = 0;
  readonly #maxHead: number;
  readonly #maxTail: number;

  /** Both in characters. */
  constructor(maxHead = 10_000, maxTail = 20_000) {
    this.#maxHead = maxHead;
    this.#maxTail = maxTail;
  }

  add(text: string): void {
    const forHead = text.slice(0, this.#maxHead - this.#head.length);
    this.#head += forHead;
    const tail = this.#tail + text.slice(forHead.length);
    const over = Math.max(0, tail.length - this.#maxTail);
    this.#dropped += over;
    this.#tail = tail.slice(over);
  }

  /** @param isMoreLost whether even more was lost before it came here */
  text(isMoreLost = false): string {
    if (this.#dropped === 0 && !isMoreLost) return this.#head + this.#tail;
    const many = isMoreLost ? `More than ${this.#dropped}` : String(this.#dropped);
    return `${this.#head}\n[${many} characters of the output are left out here.]\n${this.#tail}`;
  }
}
