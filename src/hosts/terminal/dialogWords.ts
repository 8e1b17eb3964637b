import type { ApprovalTarget } from '../../core/review';

export interface DialogChoice {
  readonly target: ApprovalTarget;
  readonly label: string;
  /** What it means, or what it warns of; shown before it is confirmed. */
  readonly detail: string;
}

/** What the dialog says, in the person's language. */
export interface DialogWords {
  readonly requestChanges: string;
  readonly dismiss: string;
  /** How far the person has come: the last line on the screen, of so many. */
  readonly progress: (line: number, lines: number) => string;
  /** Which keys move, and that nothing can be approved before the end. */
  readonly howToRead: string;
  readonly confirm: string;
  readonly writeNote: string;
  readonly emptyNote: string;
  readonly tooEarly: string;
  readonly notAllShown: string;
  readonly pasted: string;
  readonly tooSmall: string;
}
