/** Where a line runs: in a terminal of the editor, or in a child process without one, and then why. */
export type ShellWay = { readonly way: 'terminal' } | { readonly way: 'child'; readonly because: NoTerminal };

type NoTerminal = 'not-wanted' | 'windows' | 'not-trusted' | 'too-long' | 'not-to-be-written' | 'no-integration';

/** Chooses the way of a line. Where anything could change what runs or who ends it, it is the child process. */
export function shellWay(line: string, here: ShellSurroundings): ShellWay {
  const because = reasonAgainst(line, here);
  return because === undefined ? { way: 'terminal' } : { way: 'child', because };
}

export interface ShellSurroundings {
  /** The person's setting. */
  readonly isWanted: boolean;
  readonly platform: NodeJS.Platform;
  /** A workspace that is not trusted may bring what a shell of the person runs when it starts. */
  readonly isTrusted: boolean;
  /** Whether a terminal of this session has failed to tell of its commands before. */
  readonly isGivenUp: boolean;
  /** Where the file is put that carries the line; it is typed without quotes, so that every shell reads it alike. */
  readonly folder: string;
}

function reasonAgainst(line: string, here: ShellSurroundings): NoTerminal | undefined {
  if (!here.isWanted) return 'not-wanted';
  // Its consoles know neither process groups nor /bin/sh.
  if (here.platform === 'win32') return 'windows';
  if (!here.isTrusted) return 'not-trusted';
  if (here.isGivenUp) return 'no-integration';
  if (!/^[\w./+-]+$/.test(here.folder) || line.includes('\0')) return 'not-to-be-written';
  // Linux: one argument has 128 KiB at most. The child process tells of it before anything runs.
  if (Buffer.byteLength(line) > maxLineBytes) return 'too-long';
  return undefined;
}

const maxLineBytes = 100_000;
