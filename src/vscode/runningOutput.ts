/** The end of what each running call has printed. Nothing of it lasts: the whole is in the call's result. */
export class RunningOutput {
  readonly #tails = new Map<string, string>();

  /** @param running the ids of the calls that run; what is known of others is dropped */
  add(callId: string, text: string, running: ReadonlySet<string>): void {
    for (const known of this.#tails.keys()) if (!running.has(known)) this.#tails.delete(known);
    this.#tails.set(callId, `${this.tailOf(callId)}${text}`.slice(-maxCharacters));
  }

  /** Its last lines; empty where it has printed nothing. */
  tailOf(callId: string): string {
    return (this.#tails.get(callId) ?? '').split('\n').slice(-maxLines).join('\n');
  }
}

/** As much as a person can follow while it runs by. */
const maxLines = 20;
const maxCharacters = 4_000;
