import type { SubjectValue } from './permissionRules';

/**
 * Whether an edit would touch a file that says what may be done here, or what runs by itself: settings of the editor and
 * of Countersign, git's own files. With them an agent could allow itself what nobody has allowed, so a person is asked for
 * each, whatever rule allows edits. Names are compared without case, because some file systems do; what lies above the
 * workspace folder does not matter.
 */
export function isGuarded(value: SubjectValue): boolean {
  return value.kind === 'paths' && value.paths.some(([name = '']) => guarded.test(name));
}

const guarded =
  /(?:^|\/)(?:\.vscode|\.countersign|\.git|\.husky)(?:\/|$)|\.code-workspace$|(?:^|\/)\.git(?:config|modules)$/i;
