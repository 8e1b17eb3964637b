import { exportedNames, isCodePath, type ListedFile, type Survey } from './survey';

/** The files worth reading for a task, best first: those whose names share words with it, and what describes the project. */
export function filesToRead(task: string, files: readonly ListedFile[]): readonly string[] {
  const readable = files.filter(({ path, bytes }) => bytes <= 200_000 && !isBinaryPath(path) && !isLockPath(path));
  if (readable.length <= maxReads) return readable.map(({ path }) => path);
  const words = wordsOf(task);
  const ranked = readable
    .map(({ path }) => ({ path, score: score(words, path), depth: path.split('/').length }))
    .sort(
      (a, b) =>
        b.score - a.score ||
        Number(isCodePath(b.path)) - Number(isCodePath(a.path)) ||
        a.depth - b.depth ||
        compare(a.path, b.path),
    );
  const described = projectPaths
    .flatMap((known) => ranked.filter(({ path }) => path.toLowerCase() === known))
    .slice(0, 2);
  const chosen = ranked.filter((file) => !described.includes(file)).slice(0, maxReads - described.length);
  return [...chosen, ...described].map(({ path }) => path);
}

const maxReads = 10;

/** The files that a task is about, best first: what was read, by words in the path and in the names it exports. */
export function relevantFiles(task: string, survey: Survey): readonly RelevantFile[] {
  const words = wordsOf(task);
  return [...survey.texts]
    .map(([path, text]) => {
      const names = exportedNames(text);
      return { path, text, names, score: score(words, path) * 2 + score(words, names.join(' ')) };
    })
    .filter(({ path }) => !isProjectPath(path))
    .sort(
      (a, b) => b.score - a.score || Number(isCodePath(b.path)) - Number(isCodePath(a.path)) || compare(a.path, b.path),
    );
}

export interface RelevantFile {
  readonly path: string;
  readonly text: string;
  /** What it exports. */
  readonly names: readonly string[];
  /** 0 where it shares no word with the task. */
  readonly score: number;
}

/** What says what a project is, the most telling first. */
const projectPaths = ['package.json', 'cargo.toml', 'pyproject.toml', 'go.mod', 'readme.md'];

function isProjectPath(path: string): boolean {
  return projectPaths.includes(path.toLowerCase()) || /^(makefile|tsconfig\.json|\.gitignore)$/i.test(path);
}

function isLockPath(path: string): boolean {
  return /(^|\/)(package-lock\.json|yarn\.lock|pnpm-lock\.yaml|cargo\.lock|poetry\.lock|go\.sum)$|\.min\.(js|css)$|\.map$/i.test(
    path,
  );
}

function isBinaryPath(path: string): boolean {
  return /\.(png|jpe?g|gif|webp|ico|bmp|pdf|zip|gz|tgz|xz|7z|tar|jar|class|exe|dll|so|dylib|o|a|wasm|woff2?|ttf|otf|eot|mp[34]|mov|avi|ogg|wav|sqlite|db|bin|dat|docx?|xlsx?|pptx?|odt|vsix|pyc)$/i.test(
    path,
  );
}

function score(words: readonly string[], text: string): number {
  const tokens = wordsOf(text);
  let sum = 0;
  for (const word of words) {
    if (tokens.includes(word)) sum += 3;
    else if (
      word.length >= 4 &&
      tokens.some((token) => token.length >= 4 && (token.startsWith(word) || word.startsWith(token)))
    )
      sum += 2;
  }
  return sum;
}

/** The words of a text or of a path: `orderForm.ts` has "order" and "form". Cut to a stem, roughly. */
function wordsOf(text: string): readonly string[] {
  const parts =
    text
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return [
    ...new Set(
      parts
        .filter((word) => !stopWords.has(word))
        .map((word) => word.replace(/(ations?|ating|ing|ated|ed|ate|es|s)$/, '')),
    ),
  ].filter((word) => word.length >= 2);
}

const stopWords = new Set(
  (
    'the a an and or of to in on at for with from into by as is are be it this that these those please can could would you we i my our me do ' +
    'does add make fix write create change update use new src lib test tests spec index main ts js tsx jsx mjs py rs go md txt json'
  ).split(' '),
);

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
