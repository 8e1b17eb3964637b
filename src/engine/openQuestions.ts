import type { PermissionSubject } from '../core/permissionRules';

/** The permission questions of one batch that wait for a person. */
export class OpenQuestions {
  readonly #open = new Set<OpenQuestion>();

  get size(): number {
    return this.#open.size;
  }

  add(question: OpenQuestion): void {
    this.#open.add(question);
  }

  delete(question: OpenQuestion): void {
    this.#open.delete(question);
  }

  /**
   * S8: a person said "always allow" to one call. The questions that the new rules answer are taken back, but never one that
   * hides "always allow": it was forced by a rule, by a hook or by the call itself.
   */
  reconsider(isAllowedNow: (subject: PermissionSubject) => boolean): void {
    for (const question of [...this.#open]) {
      if (question.canAllowAlways && isAllowedNow(question.subject)) question.takeBack();
    }
  }
}

interface OpenQuestion {
  readonly subject: PermissionSubject;
  readonly canAllowAlways: boolean;
  readonly takeBack: () => void;
}
