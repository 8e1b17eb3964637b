import type { ReviewAct } from '../../src/protocol/reviewMessages';

// H02: a live host answers within milliseconds; three seconds allow for a machine that is short of breath.
const answerMs = 3000;

/** Posts to the host, and notices when the host no longer answers what it must answer. */
export class HostLink {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLost = false;

  constructor(
    private readonly postToHost: (act: ReviewAct) => void,
    private readonly onDidChange: (isLost: boolean) => void,
  ) {}

  readonly post = (act: ReviewAct): void => {
    this.postToHost(act);
    switch (act.type) {
      case 'ready':
      case 'decide':
      case 'draft':
        this.#timer ??= setTimeout(() => this.#set(true), answerMs);
        return;
      case 'preview':
      case 'copy-hash':
      case 'open-link':
        return;
    }
  };

  /** To be called for every message of the host. */
  heard(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#set(false);
  }

  #set(isLost: boolean): void {
    this.#timer = undefined;
    if (isLost === this.#isLost) return;
    this.#isLost = isLost;
    this.onDidChange(isLost);
  }
}
