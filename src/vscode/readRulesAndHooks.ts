import type { PermissionRule } from '../core/permissionRules';
import { parseRules } from '../core/parseRule';
import { readHookSettings, readPermissionSettings, type HookSetting } from '../protocol/settings';

/** Where a setting stands: `folder` is one folder of a workspace of several. */
export type SettingPlace = 'user' | 'workspace' | 'folder';

/** What is written at one place, as it is: not parsed and not trusted. */
export interface PlacedValue {
  readonly place: SettingPlace;
  readonly value: unknown;
}

/** A rule or a hook that does not count. `text` is a sentence for the person, which names it. */
export interface SettingFault {
  readonly place: SettingPlace;
  readonly setting: 'permissions' | 'hooks';
  readonly text: string;
}

/** What the settings say, by who has written it: the person for all their work, or the workspace. */
export interface RulesAndHooksRead {
  readonly rules: Readonly<Record<'user' | 'workspace', readonly PermissionRule[]>>;
  readonly hooks: Readonly<Record<'user' | 'workspace', readonly HookSetting[]>>;
  readonly faults: readonly SettingFault[];
}

/**
 * Reads the permission rules and the hooks of all places. What cannot be read is a fault and spoils nothing beside it.
 *
 * @param home what `~` at the beginning of a rule's path means
 */
export function readRulesAndHooks(
  { permissions, hooks }: Readonly<Record<'permissions' | 'hooks', readonly PlacedValue[]>>,
  home: string,
): RulesAndHooksRead {
  const faults: SettingFault[] = [];
  const rulesOf = ({ place, value }: PlacedValue): readonly PermissionRule[] => {
    const settings = readPermissionSettings(value);
    const { rules, faults: badRules } = parseRules(settings.rules, sourceOf(place), home);
    const texts = [...settings.faults, ...badRules.map(({ message }) => message)];
    faults.push(...texts.map((text): SettingFault => ({ place, setting: 'permissions', text })));
    return rules;
  };
  const hooksOf = ({ place, value }: PlacedValue): readonly HookSetting[] => {
    const { hooks: read, faults: texts } = readHookSettings(value);
    faults.push(...texts.map((text): SettingFault => ({ place, setting: 'hooks', text })));
    return read;
  };
  return {
    rules: {
      user: permissions.filter(isOfUser).flatMap(rulesOf),
      workspace: permissions.filter((value) => !isOfUser(value)).flatMap(rulesOf),
    },
    hooks: {
      user: hooks.filter(isOfUser).flatMap(hooksOf),
      workspace: hooks.filter((value) => !isOfUser(value)).flatMap(hooksOf),
    },
    faults,
  };
}

function sourceOf(place: SettingPlace): 'user' | 'workspace' {
  return place === 'user' ? 'user' : 'workspace';
}

function isOfUser({ place }: PlacedValue): boolean {
  return sourceOf(place) === 'user';
}
