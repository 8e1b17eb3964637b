import type { CancelSignal } from '../../core/cancelSignal';
import type { CheckpointFault } from '../../core/sessionEntry';
import { hasErrorCode } from '../../session/systemError';
import type { RunCommand } from '../runCommand';

/**
 * Git as checkpoints use it: only with a repository of ours, which it is always told by name, so that none is looked for.
 *
 * Nothing that the person has set for their own git counts here: no variable of the environment, no configuration, no hook,
 * no filter, no file system monitor. Names of files are strings of one character a byte.
 */
export class Git {
  readonly #ports: GitPorts;

  constructor(ports: GitPorts) {
    this.#ports = ports;
  }

  /** Runs one command and gives its standard output. Throws `GitFault` where it did not end well. */
  async run(
    args: readonly string[],
    { workTree, indexFile, stdin, cwd, isNoIsFine }: GitOptions,
    signal: CancelSignal,
  ): Promise<string> {
    const { run, program, gitDir } = this.#ports;
    const theirs = Object.keys(process.env).filter((name) => /^GIT_/i.test(name));
    const end = await run(
      {
        run: { kind: 'program', program: program(), args: [...fixed, ...args] },
        cwd: cwd ?? workTree ?? gitDir,
        env: {
          ...Object.fromEntries(theirs.map((name) => [name, undefined])),
          ...neutral,
          // What runs in another folder makes the repository.
          GIT_DIR: cwd === undefined ? gitDir : undefined,
          GIT_WORK_TREE: workTree,
          GIT_INDEX_FILE: indexFile,
        },
        stdin,
        encoding: 'latin1',
        maxOutputBytes,
      },
      signal,
    );
    switch (end.state) {
      case 'not-started':
        throw new GitFault(hasErrorCode(end.cause, 'ENOENT') ? 'git-missing' : 'git-failed', String(end.cause));
      case 'timed-out':
      case 'cancelled':
        throw new GitFault('cancelled', `git ${nameOf(args)} was stopped`);
      case 'exited':
        if (end.code !== 0 && !(end.code === 1 && isNoIsFine === true))
          throw new GitFault('git-failed', `git ${nameOf(args)} ended with ${end.code}: ${end.stderr}`);
        if (end.isCut) throw new GitFault('too-large', `git ${nameOf(args)} had more to say than is read`);
        return end.stdout;
    }
  }
}

export interface GitPorts {
  readonly run: RunCommand;
  /** The git that is to be used, as it is known now. */
  readonly program: () => string;
  /** Absolute; need not be there for `init`. */
  readonly gitDir: string;
}

export interface GitOptions {
  /** Absolute; the command runs in it. Left out: one that needs none. */
  readonly workTree?: string | undefined;
  /** For `init` only: a folder that is there. */
  readonly cwd?: string | undefined;
  readonly indexFile?: string | undefined;
  readonly stdin?: string | undefined;
  /** Whether the exit code 1 is an answer and no fault. */
  readonly isNoIsFine?: boolean | undefined;
}

/** A command of git did not do what it was to do. */
export class GitFault extends Error {
  readonly code: CheckpointFault | 'cancelled';
  constructor(code: CheckpointFault | 'cancelled', why: string) {
    super(why);
    this.name = 'GitFault';
    this.code = code;
  }
}

const maxOutputBytes = 128 * 1024 * 1024;

/** A file that is always empty; git knows the name on Windows too. */
const nothing = '/dev/null';

/** Also for versions of git that do not know the variables below. */
const fixed: readonly string[] = [
  '-c',
  `core.hooksPath=${nothing}`,
  ...[
    'core.bare=false',
    'core.fsmonitor=false',
    'core.untrackedCache=false',
    'core.splitIndex=false',
    'core.sparseCheckout=false',
    'core.autocrlf=false',
    'core.safecrlf=false',
    'core.longPaths=true',
    'core.attributesFile=',
    'gc.auto=0',
    'commit.gpgSign=false',
    'i18n.commitEncoding=UTF-8',
  ].flatMap((setting) => ['-c', setting]),
];

const neutral: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_SYSTEM: nothing,
  GIT_CONFIG_GLOBAL: nothing,
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_AUTHOR_NAME: 'Countersign',
  GIT_AUTHOR_EMAIL: 'countersign@localhost',
  GIT_COMMITTER_NAME: 'Countersign',
  GIT_COMMITTER_EMAIL: 'countersign@localhost',
  LC_ALL: 'C',
};

/** The command, after the settings that it is given. */
function nameOf(args: readonly string[]): string {
  return args.find((arg, index) => arg !== '-c' && args[index - 1] !== '-c') ?? '';
}
