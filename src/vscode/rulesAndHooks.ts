import os from 'node:os';
import * as vscode from 'vscode';
import { mergeRules, type PermissionRule, type PermissionRuleSet } from '../core/permissionRules';
import type { Unsubscribe } from '../core/modeRegister';
import { mergeHooks } from '../engine/hooks/commandHooks';
import type { HookSetting } from '../protocol/settings';
import { allowInSettings, removeFromSettings } from './allowInSettings';
import {
  readRulesAndHooks,
  type PlacedValue,
  type RulesAndHooksRead,
  type SettingFault,
  type SettingPlace,
} from './readRulesAndHooks';

/**
 * The person's permission rules and hooks, as the settings are now: read again when they change and when trust is granted.
 * What a workspace brings counts only where it is trusted, not even to forbid.
 *
 * "Always allow" holds at once and is then saved to the settings of the workspace: the rule names files and commands of
 * this workspace, and in the user settings it would mean those of every other one too.
 */
export class RulesAndHooks implements vscode.Disposable {
  readonly #folder: vscode.Uri;
  readonly #ports: RulesAndHooksPorts;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #read: RulesAndHooksRead;
  /** Allowed by the person, and not in the settings yet, or not at all where they could not be written. */
  #unsaved: readonly PermissionRule[] = [];
  #told: ReadonlySet<string> = new Set();
  #writing: Promise<void> = Promise.resolve();

  /** @param folder the workspace folder that agents work in */
  constructor(folder: vscode.Uri, ports: RulesAndHooksPorts) {
    this.#folder = folder;
    this.#ports = ports;
    this.#read = this.#readSettings();
    this.#subscriptions = [
      this.#changed,
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (keys.some((key) => event.affectsConfiguration(`countersign.${key}`, folder))) this.#readAgain();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#readAgain()),
    ];
  }

  get rules(): PermissionRuleSet {
    return mergeRules({ ...this.#read.rules, session: this.#unsaved }, vscode.workspace.isTrusted);
  }

  get hooks(): readonly HookSetting[] {
    return mergeHooks(this.#read.hooks.user, this.#read.hooks.workspace, vscode.workspace.isTrusted);
  }

  onDidChangeRules(listener: () => void): Unsubscribe {
    const subscription = this.#changed.event(listener);
    return () => {
      subscription.dispose();
    };
  }

  /** A person said "always allow" to these: they hold from now on. */
  allowAlways(rules: readonly PermissionRule[]): void {
    this.#unsaved = [...this.#unsaved, ...rules];
    this.#changed.fire();
    this.#writing = this.#writing.then(() => this.#save(rules));
  }

  /** Takes back what `allowAlways` saved. */
  undo(texts: readonly string[]): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      try {
        await removeFromSettings(this.#folder, texts);
        this.#readAgain();
      } catch (cause) {
        this.#ports.onNotUndone(texts, cause);
      }
    });
    return this.#writing;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #save(rules: readonly PermissionRule[]): Promise<void> {
    const texts = rules.map(({ text }) => text);
    try {
      await allowInSettings(this.#folder, texts);
    } catch (cause) {
      this.#ports.onNotSaved(texts, cause);
      return;
    }
    this.#unsaved = this.#unsaved.filter((rule) => !rules.includes(rule));
    this.#readAgain();
    this.#ports.onSaved(texts);
  }

  #readAgain(): void {
    this.#read = this.#readSettings();
    this.#changed.fire();
  }

  #readSettings(): RulesAndHooksRead {
    const read = readRulesAndHooks(
      { permissions: placedValues('permissions', this.#folder), hooks: placedValues('hooks', this.#folder) },
      os.homedir(),
    );
    this.#tell(read.faults);
    return read;
  }

  /** Each fault once, and once more when it was mended and comes back. */
  #tell(faults: readonly SettingFault[]): void {
    const told = this.#told;
    const keyOf = ({ place, text }: SettingFault): string => `${place} ${text}`;
    this.#told = new Set(faults.map(keyOf));
    const news = faults.filter((fault) => !told.has(keyOf(fault)));
    if (news.length > 0) this.#ports.onFaults(news);
  }
}

export interface RulesAndHooksPorts {
  /** Rules and hooks that do not count, which were not told before. */
  readonly onFaults: (faults: readonly SettingFault[]) => void;
  readonly onSaved: (rules: readonly string[]) => void;
  /** They could not be written; they hold until the window is closed. */
  readonly onNotSaved: (rules: readonly string[], cause: unknown) => void;
  /** They could not be taken out of the settings; they still hold. */
  readonly onNotUndone: (rules: readonly string[], cause: unknown) => void;
}

const keys = ['permissions', 'hooks'] as const;

/** What stands at each place that counts now. */
function placedValues(key: (typeof keys)[number], folder: vscode.Uri): readonly PlacedValue[] {
  const found = vscode.workspace.getConfiguration('countersign', folder).inspect(key);
  const values: Readonly<Record<SettingPlace, unknown>> = {
    user: found?.globalValue,
    workspace: found?.workspaceValue,
    // A window with a single folder shows the same value twice.
    folder: vscode.workspace.workspaceFile === undefined ? undefined : found?.workspaceFolderValue,
  };
  const places: readonly SettingPlace[] = vscode.workspace.isTrusted ? ['user', 'workspace', 'folder'] : ['user'];
  return places.map((place) => ({ place, value: values[place] }));
}
