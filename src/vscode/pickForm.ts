import * as vscode from 'vscode';

/** One thing that a person chooses or writes in a quick pick. */
export interface PickStep<T> {
  readonly title: string;
  readonly placeholder: string;
  /** What can be chosen now, exactly this and in this order. VS Code filters nothing away. */
  readonly rows: (typed: string) => readonly PickRow<T>[];
}

export interface PickRow<T> {
  readonly label: string;
  readonly detail?: string;
  /** What choosing it means: an answer, or something that is done while the question stays. */
  readonly chosen: { readonly answer: T } | { readonly act: () => void };
}

/**
 * Steps in a quick pick, one after the other, with a way back. It stays where the focus goes elsewhere. Where VS Code
 * hides it (another quick input took its place), nothing is decided: it can be shown again, with what was typed.
 */
export class PickForm<T> implements vscode.Disposable {
  readonly #steps: readonly PickStep<T>[];
  readonly #ports: PickFormPorts<T>;
  readonly #answers: T[] = [];
  readonly #typed: string[] = [];
  #shown: vscode.Disposable | undefined;
  #at = 0;

  constructor(steps: readonly PickStep<T>[], ports: PickFormPorts<T>) {
    this.#steps = steps;
    this.#ports = ports;
  }

  get isShown(): boolean {
    return this.#shown !== undefined;
  }

  show(): void {
    if (this.isShown) return;
    const pick = this.#ports.createQuickPick<Item<T>>();
    pick.ignoreFocusOut = true;
    const subscriptions = [
      pick.onDidChangeValue((typed) => {
        this.#typed[this.#at] = typed;
        this.#fill(pick);
      }),
      pick.onDidAccept(() => this.#accept(pick)),
      pick.onDidTriggerButton((button) => {
        if (button !== vscode.QuickInputButtons.Back) this.#ports.onEnd('dismissed');
        else this.#go(pick, this.#at - 1);
      }),
      pick.onDidHide(() => {
        this.hide();
        this.#ports.onHidden();
      }),
    ];
    // What listens goes first: that we hide it is no news.
    this.#shown = new vscode.Disposable(() => {
      for (const subscription of subscriptions) subscription.dispose();
      pick.dispose();
    });
    this.#go(pick, this.#at);
    pick.show();
  }

  /** Takes it from the screen; nothing is lost. */
  hide(): void {
    this.#shown?.dispose();
    this.#shown = undefined;
  }

  dispose(): void {
    this.hide();
  }

  #go(pick: vscode.QuickPick<Item<T>>, to: number): void {
    this.#at = Math.max(0, to);
    const step = this.#steps[this.#at];
    if (!step) return;
    const { length } = this.#steps;
    pick.title = step.title;
    pick.placeholder = step.placeholder;
    if (length > 1) {
      pick.step = this.#at + 1;
      pick.totalSteps = length;
    }
    pick.buttons = [...(this.#at > 0 ? [vscode.QuickInputButtons.Back] : []), dismissButton()];
    pick.value = this.#typed[this.#at] ?? '';
    this.#fill(pick);
  }

  #fill(pick: vscode.QuickPick<Item<T>>): void {
    const rows = this.#steps[this.#at]?.rows(this.#typed[this.#at] ?? '') ?? [];
    pick.items = rows.map(({ label, detail, chosen }) => ({
      label,
      ...(detail === undefined ? {} : { detail }),
      alwaysShow: true,
      chosen,
    }));
    // Enter takes the row that is marked, so that is the first one and never one that VS Code remembered.
    pick.activeItems = pick.items.slice(0, 1);
  }

  #accept(pick: vscode.QuickPick<Item<T>>): void {
    const chosen = (pick.selectedItems[0] ?? pick.activeItems[0])?.chosen;
    if (!chosen) return;
    if ('act' in chosen) {
      chosen.act();
      return;
    }
    this.#answers[this.#at] = chosen.answer;
    if (this.#at + 1 < this.#steps.length) this.#go(pick, this.#at + 1);
    else this.#ports.onEnd(this.#answers.slice());
  }
}

export interface PickFormPorts<T> {
  readonly createQuickPick: CreateQuickPick;
  readonly onEnd: (end: readonly T[] | 'dismissed') => void;
  /** VS Code has hidden it. */
  readonly onHidden: () => void;
}

export type CreateQuickPick = <I extends vscode.QuickPickItem>() => vscode.QuickPick<I>;

type Item<T> = vscode.QuickPickItem & Pick<PickRow<T>, 'chosen'>;

function dismissButton(): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon('close'), tooltip: vscode.l10n.t('Dismiss (Escape)') };
}
