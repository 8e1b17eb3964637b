/** How paths are written where the agent runs. */
export type PathStyle = 'posix' | 'windows';

/** Why a path cannot name a file that we would write (H3, N02). */
export type PathFault =
  'empty-path' | 'nul' | 'url' | 'unc' | 'device' | 'alternate-stream' | 'home-relative' | 'drive-relative';

/** The fault of a path as it was given, or undefined where it is an ordinary one. Spelling only: nothing is looked up. */
export function pathFault(path: string, style: PathStyle): PathFault | undefined {
  if (path.trim() === '') return 'empty-path';
  if (path.includes('\0')) return 'nul';
  // A single letter before the colon is a drive, not a scheme.
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(path) || /^file:/i.test(path)) return 'url';
  if (path.startsWith('~')) return 'home-relative';
  if (style === 'posix') return undefined;
  const forward = path.replaceAll('\\', '/');
  if (/^\/\/[?.]\//.test(forward)) return 'device';
  if (forward.startsWith('//')) return 'unc';
  if (/^[a-z]:(?!\/)/i.test(forward)) return 'drive-relative';
  const afterDrive = forward.replace(/^[a-z]:/i, '');
  if (afterDrive.includes(':')) return 'alternate-stream';
  const names = afterDrive.split('/').filter((name) => name !== '' && name !== '.' && name !== '..');
  if (names.some(isDeviceName)) return 'device';
  // `.. ` and `...` are nothing once Windows has dropped the trailing dots and spaces, or a step up, as the version likes.
  if (names.some((name) => withoutTrail(name) === '')) return 'empty-path';
  return undefined;
}

/** H1: the one way in which a path is resolved against the working directory. Absolute, without `.` and `..`. */
export function resolvePath(cwd: string, path: string, style: PathStyle): string {
  return style === 'posix' ? resolvePosix(cwd, path) : resolveWindows(cwd, path);
}

function resolvePosix(cwd: string, path: string): string {
  return '/' + walk(path.startsWith('/') ? path : `${cwd}/${path}`).join('/');
}

function resolveWindows(cwd: string, path: string): string {
  const base = cwd.replaceAll('\\', '/');
  const given = path.replaceAll('\\', '/');
  const baseRoot = windowsRoot(base);
  const givenRoot = windowsRoot(given);
  const rest = given.slice(givenRoot.length);
  const whole = rest.startsWith('/') || givenRoot.startsWith('//') ? rest : `${base.slice(baseRoot.length)}/${rest}`;
  // Windows drops trailing dots and spaces of a name, so `plan.md.` is `plan.md`.
  const parts = walk(whole).map(withoutTrail);
  const root = (givenRoot === '' ? baseRoot : givenRoot).replaceAll('/', '\\').toUpperCase();
  return `${root}\\${parts.filter((part) => part !== '').join('\\')}`;
}

/** `C:` or `//server/share`; a step up does not lead out of either. */
function windowsRoot(path: string): string {
  return /^(?:[a-z]:|\/\/[^/]+\/[^/]+)/i.exec(path)?.[0] ?? '';
}

function withoutTrail(name: string): string {
  return name.replace(/[. ]+$/, '');
}

function walk(path: string): string[] {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return parts;
}

function isDeviceName(name: string): boolean {
  return /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)/i.test(name);
}
