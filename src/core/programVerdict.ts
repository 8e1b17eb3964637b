import { gitVerdict } from './gitVerdict';
import { worst, type ShellVerdict } from './worstVerdict';
import type { ShellWord } from './shellWords';

/** What one command does: a program with its words. A program that is in no table here is `unknown`. */
export function programVerdict(words: readonly ShellWord[], isPosix: boolean): ShellVerdict {
  const [first, ...args] = words;
  if (first === undefined) return 'read-only';
  if (first.isExpanded || first.text === '') return 'unknown';
  if (isPosix && reserved.has(first.text)) return worst(['unknown', programVerdict(args, isPosix)]);
  if (isPosix && first.text === '!') return programVerdict(args, isPosix);
  const assigned = isPosix ? /^([A-Za-z_]\w*)\+?=/.exec(first.text) : undefined;
  if (assigned) {
    // Any other variable may choose what runs (`PATH`, `LD_PRELOAD`, `GIT_PAGER`).
    const isHarmless = args.length > 0 && harmlessVariable.test(assigned[1] ?? '');
    return worst([isHarmless ? 'read-only' : 'unknown', programVerdict(args, isPosix)]);
  }
  const name = programName(first.text, isPosix);
  if (wrappers.has(name)) return wrapped(name, args, isPosix);
  if (writers.has(name) || (!isPosix && windowsWriters.has(name))) return 'writes';
  if (!isPosix && /^(?:set|add|clear|remove|new|move|copy|rename|out|export|stop|install|tee)-/.test(name)) {
    return harmlessCmdlets.has(name) ? 'read-only' : 'writes';
  }
  if (args.length === 1 && /^(?:--version|-v|-V)$/.test(args[0]?.text ?? '') && tellsVersion.has(name))
    return 'read-only';
  if ((isPosix ? readers : windowsReaders).has(name)) return 'read-only';
  const judge = isPosix || everywhere.has(name) ? judges[name] : undefined;
  if (!judge) return 'unknown';
  // Where an option decides, each word has to be known.
  const texts = args.map(({ text }) => text);
  const verdict = judge(texts);
  return args.some(({ isExpanded }) => isExpanded) ? worst(['unknown', verdict]) : verdict;
}

/** A program from a path is another program, but for the system's own places. */
function programName(text: string, isPosix: boolean): string {
  if (!isPosix) return text.toLowerCase().replace(/\.exe$/, '');
  return text.replace(/^(?:\/usr)?\/bin\//, '');
}

/** What runs another command is never more than unknown; where that one writes, so does the whole. */
function wrapped(name: string, args: readonly ShellWord[], isPosix: boolean): ShellVerdict {
  if (name === 'env' && args.length === 0) return 'read-only';
  if (name === 'command' && /^-[vV]$/.test(args[0]?.text ?? '')) return 'read-only';
  const start = args.findIndex(({ text }) => !/^-|^\d+(?:\.\d+)?[smhd]?$|^[A-Za-z_]\w*=/.test(text));
  return start === -1 ? 'unknown' : worst(['unknown', programVerdict(args.slice(start), isPosix)]);
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''));
}

const reserved = words('if then else elif fi while until do done { }');
const harmlessVariable = /^(?:LC_[A-Z]+|LANG|TZ|NO_COLOR|TERM|COLUMNS|CI)$/;

const wrappers = words(`
  sudo doas env command builtin exec nohup time nice ionice timeout stdbuf setsid xargs parallel watch eval`);

/** Whatever their words are, these print and change nothing. */
const readers = words(`
  ls cat head tail wc nl tac rev fold fmt column comm join paste expand unexpand cut tr od strings grep egrep fgrep zcat
  diff cmp echo pwd cd basename dirname realpath readlink stat du df free uptime whoami id groups uname nproc ps
  md5sum sha1sum sha224sum sha256sum sha384sum sha512sum shasum cksum sum b2sum jq which whereis type true false : seq
  sleep expr printenv cal locale getconf tty base64 base32 factor`);

const windowsReaders = words(`
  dir type more findstr where cat gc get-content gci get-childitem ls pwd gl get-location select-string sls
  select-object select sort-object measure-object measure get-item gi get-itemproperty test-path resolve-path
  get-process gps get-date get-command gcm get-help get-filehash compare-object format-table ft format-list fl
  convertfrom-json convertto-json write-output write-host echo cd chdir sl set-location ver vol tree tasklist hostname
  get-variable get-alias get-psdrive get-member gm split-path join-path out-string out-host out-null`);
const harmlessCmdlets = words('set-location out-string out-host out-null');

const writers = words(`
  rm rmdir unlink shred mv cp install mkdir touch ln link dd truncate fallocate tee sponge chmod chown chgrp chattr
  setfacl mktemp mkfifo mknod patch ed rsync scp sftp wget useradd userdel usermod passwd mount umount mkfs fdisk kill
  pkill killall reboot shutdown halt poweroff systemctl service crontab apt apt-get dpkg yum dnf pacman apk brew snap
  gzip gunzip bzip2 bunzip2 xz unxz zip unzip split csplit rename trash`);

const windowsWriters = words(`
  del erase rd ren move copy xcopy robocopy md attrib icacls takeown mklink ri rni mi cpi ni sc ac clc cp mv rm rmdir
  tee-object taskkill reg setx assoc ftype format diskpart expand-archive compress-archive`);

const tellsVersion = words(`
  node npm pnpm yarn bun deno python python3 pip pip3 ruby perl php java javac go cargo rustc gcc g++ clang make cmake
  tsc eslint prettier docker kubectl`);

/** Programs that are the same on Windows. */
const everywhere = words('git rg npm pnpm yarn');

type Judge = (args: readonly string[]) => ShellVerdict;

/** Programs of which only some uses are known to change nothing. */
const judges: Readonly<Partial<Record<string, Judge>>> = {
  git: gitVerdict,
  find: findVerdict,
  sed: sedVerdict,
  sort: (args) => {
    if (args.some((arg) => /^-[A-Za-z]*o|^--ou/.test(arg))) return 'writes';
    return onlyOptions(args, /^-[bdfghiMnRrVuzcCsm]+$|^-k[\d.,bdfgiMnrV]*$|^-t.$|^--(?:reverse|unique|version-sort)$/);
  },
  uniq: (args) =>
    operands(args).length > 1 ? 'writes' : onlyOptions(args, /^-[cdDiuz]+$|^--(?:count|repeated|unique|ignore-case)$/),
  // By `--pre` it runs a program.
  rg: (args) => (args.some((arg) => /^--(?:pre|hostname-bin)/.test(arg)) ? 'unknown' : 'read-only'),
  tree: (args) => onlyOptions(args, /^-[adflpsugDFhirtCnJXL]+$|^-I$|^-P$|^--(?:gitignore|dirsfirst|noreport)$/),
  file: (args) => onlyOptions(args, /^-[bihLkNz]+$|^--(?:brief|mime|mime-type|mime-encoding)$/),
  date: (args) => {
    if (args.some((arg) => /^-[A-Za-z]*s|^--s/.test(arg))) return 'writes';
    return args.every((arg) => /^\+|^-u$|^-R$|^-I\w*$|^--(?:utc|iso-8601(?:=\w+)?)$/.test(arg))
      ? 'read-only'
      : 'unknown';
  },
  hostname: (args) => (args.length === 0 ? 'read-only' : 'unknown'),
  // A shell may run what stands in an index (`-v 'a[$(…)]'`).
  test: testVerdict,
  '[': testVerdict,
  // `-v` sets a variable, and `PATH` is one.
  printf: (args) => ((args[0] ?? '').startsWith('-') ? 'unknown' : 'read-only'),
  npm: packageVerdict,
  pnpm: packageVerdict,
  yarn: packageVerdict,
  pip: packageVerdict,
  pip3: packageVerdict,
  tar: (args) => (/^-?[A-Za-z]*[cxruA]/.test(args[0] ?? '') ? 'writes' : 'unknown'),
  curl: (args) =>
    args.some((arg) => /^-[A-Za-z]*[oOT]|^--(?:output|remote-name|upload)/.test(arg)) ? 'writes' : 'unknown',
};

function operands(args: readonly string[]): readonly string[] {
  return args.filter((arg) => !arg.startsWith('-') || arg === '-');
}

/** Read-only where each option is known; words that are no options are files that are read. */
function onlyOptions(args: readonly string[], known: RegExp): ShellVerdict {
  return args.every((arg) => !arg.startsWith('-') || arg === '-' || arg === '--' || known.test(arg))
    ? 'read-only'
    : 'unknown';
}

const findTests = words(`
  -name -iname -path -ipath -wholename -iwholename -lname -ilname -type -xtype -maxdepth -mindepth -size -mtime -mmin
  -atime -amin -ctime -cmin -newer -anewer -cnewer -not -a -o -and -or -print -print0 -printf -ls -empty -prune -regex
  -iregex -regextype -user -group -uid -gid -nouser -nogroup -perm -links -inum -samefile -depth -follow -L -H -P -xdev
  -mount -quit -true -false -executable -readable -writable -daystart`);

function findVerdict(args: readonly string[]): ShellVerdict {
  if (args.some((arg) => /^-(?:delete|fprint|fprint0|fprintf|fls)$/.test(arg))) return 'writes';
  const verdicts: ShellVerdict[] = [];
  for (const [index, arg] of args.entries()) {
    if (/^-(?:exec|execdir|ok|okdir)$/.test(arg)) {
      const inner = args.slice(index + 1).map((text) => ({ text, isExpanded: false }));
      verdicts.push('unknown', programVerdict(inner, true));
    } else if (/^-[A-Za-z]/.test(arg) && !findTests.has(arg)) verdicts.push('unknown');
  }
  return worst(verdicts);
}

/** `p` and `d` of lines, and a substitution without flags that write or run: nothing else that a script can say. */
const sedScript =
  /^(?:(?:\d+|\$)(?:,(?:\d+|\$))?[pdq]|\/[^/\\\n]*\/[pd]|s(?<mark>[/|,])(?:(?!\k<mark>)[^\\\n]|\\[^\n])*\k<mark>(?:(?!\k<mark>)[^\\\n]|\\[^\n])*\k<mark>[gip\d]*)$/;

function sedVerdict(args: readonly string[]): ShellVerdict {
  if (args.some((arg) => /^-[A-Za-z]*i|^--i/.test(arg))) return 'writes';
  const rest: string[] = [];
  for (const arg of args) {
    if (/^-[nEre]+$|^--(?:quiet|silent|regexp-extended)$/.test(arg)) continue;
    if (arg.startsWith('-')) return 'unknown';
    rest.push(arg);
  }
  // With `-e` each script has its own; without, the first word is the only one. Files do not look like scripts.
  const scripts = args.filter((_, index) => /^-[nEr]*e$/.test(args[index - 1] ?? ''));
  return (scripts.length > 0 ? scripts : rest.slice(0, 1)).every((script) => sedScript.test(script)) && rest.length > 0
    ? 'read-only'
    : 'unknown';
}

function testVerdict(args: readonly string[]): ShellVerdict {
  return args.some((arg) => arg === '-v' || arg.includes('[') || arg.includes('$')) ? 'unknown' : 'read-only';
}

function packageVerdict(args: readonly string[]): ShellVerdict {
  const [command = '', ...rest] = args;
  if (/^(?:i|ci|install|add|remove|uninstall|rm|update|upgrade|link|publish|audit|dedupe|prune|rebuild)$/.test(command))
    return 'writes';
  const isListing = /^(?:ls|list|ll)$/.test(command);
  return isListing && rest.every((arg) => !arg.startsWith('-') || /^--(?:all|json|long|depth=\d+)$|^-a$/.test(arg))
    ? 'read-only'
    : 'unknown';
}
