/**
 * The path of a file as git says it: with forward slashes, one character a byte, because a name need not be text. Equal
 * paths are equal strings.
 */
export type BytePath = string;

/** As a person reads it. */
export function asText(path: BytePath): string {
  return Buffer.from(path, 'latin1').toString('utf8');
}

export function asBytes(path: string): BytePath {
  return Buffer.from(path, 'utf8').toString('latin1');
}

/** For the file system, below a folder. */
export function fileAt(folder: string, path: BytePath): Buffer {
  return Buffer.from(`${asBytes(folder)}/${path}`, 'latin1');
}

/** The folders that a path leads through, nearest first. */
export function parentsOf(path: BytePath): readonly BytePath[] {
  const parents: BytePath[] = [];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) parents.push(path.slice(0, end));
  return parents;
}

/** The items of a list that git wrote with `-z`. */
export function itemsOf(listed: string): readonly string[] {
  return listed.split('\0').filter((item) => item !== '');
}

/** A list as git reads it with `-z`. */
export function listOf(items: readonly string[]): string {
  return items.map((item) => `${item}\0`).join('');
}
