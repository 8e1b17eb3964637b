import { programVerdict } from './programVerdict';
import { shellWords } from './shellWords';
import { windowsShellWords } from './windowsShellWords';
import { worst, type ShellVerdict } from './worstVerdict';

/**
 * Requirements 1.12: what a line for a shell does, told from its text alone.
 *
 * Invariants: `read-only` only where every command in the line is understood and known to change nothing; the verdict of
 * a line is that of its worst command, where `writes` is worse than `unknown` and `unknown` worse than `read-only`. What
 * is not understood is `unknown` (A05–A07). It is not a sandbox: it keeps an honest agent honest, and a person decides
 * about the rest.
 */
export function shellVerdict(line: string, shell: ShellKind): ShellVerdict {
  const read = shell === 'posix' ? shellWords(line) : windowsShellWords(line);
  if (read.state === 'not-understood' || read.commands.length === 0) return 'unknown';
  const verdicts = read.commands.map(({ words, writesFile }) =>
    writesFile ? 'writes' : programVerdict(words, shell === 'posix'),
  );
  // A folder may bring settings of its own by which git runs programs; only the one that is open is trusted not to.
  const runs = (pattern: RegExp): boolean =>
    read.commands.some(({ words }) => words.some(({ text }) => pattern.test(text)));
  if (runs(/^git(?:\.exe)?$/i) && runs(/^(?:cd|chdir|pushd|sl|set-location)$/i)) verdicts.push('unknown');
  return worst(verdicts);
}

/**
 * Whether the words of a line name nothing outside of the folder where it runs, as far as they can be read: no absolute
 * or home path, no step up and nothing that the shell puts in. Only such a line may run without a question.
 */
export function staysInFolder(line: string, shell: ShellKind): boolean {
  const read = shell === 'posix' ? shellWords(line) : windowsShellWords(line);
  return (
    read.state === 'understood' &&
    read.commands.every(
      ({ words }) =>
        // The environment holds secrets as a home folder does.
        !/^(?:env|printenv)$/.test(words[0]?.text ?? '') &&
        words.every(
          ({ text, isExpanded }) => !isExpanded && !/(?:^|[=:,@])[~/\\]|\.\.|[a-z]:[\\/]|^[a-z]:$/i.test(text),
        ),
    )
  );
}

/** How a line is read: as a POSIX shell does, or as PowerShell and cmd both do. */
export type ShellKind = 'posix' | 'windows';
