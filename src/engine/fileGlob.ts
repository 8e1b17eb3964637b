/**
 * Whether a path below a folder fits a glob, as `FilesQuery` reads it. Undefined where the glob is none: empty, negated,
 * with a bracket that is not closed, or with more alternatives than anybody writes.
 */
export function fileGlob(glob: string): ((path: string) => boolean) | undefined {
  const given = glob.replace(/^\.?\//, '');
  if (given === '' || glob.startsWith('!') || given.endsWith('/')) return undefined;
  const isAnchored = given !== glob || given.includes('/');
  const sources = alternatives(given)?.map(sourceOf);
  if (sources === undefined || sources.length > maxAlternatives) return undefined;
  const patterns: RegExp[] = [];
  for (const source of sources) {
    if (source === undefined) return undefined;
    patterns.push(new RegExp(`^${source}$`, 'su'));
  }
  return (path) => {
    const subject = isAnchored ? path : path.slice(path.lastIndexOf('/') + 1);
    return patterns.some((pattern) => pattern.test(subject));
  };
}

const maxAlternatives = 200;

/** `{a,b}` written out; undefined where a brace is not closed. */
function alternatives(glob: string): readonly string[] | undefined {
  const inner = /\{([^{}]*)\}/.exec(glob);
  if (!inner) return /[{}]/.test(glob) ? undefined : [glob];
  const [whole, list = ''] = inner;
  const all: string[] = [];
  for (const item of list.split(',')) {
    const rest = alternatives(glob.slice(0, inner.index) + item + glob.slice(inner.index + whole.length));
    if (rest === undefined) return undefined;
    all.push(...rest);
    if (all.length > maxAlternatives) return undefined;
  }
  return all;
}

/** The source of a regular expression; undefined where a bracket is not closed. */
function sourceOf(glob: string): string | undefined {
  let source = '';
  for (let at = 0; at < glob.length;) {
    const rest = glob.slice(at);
    const token = /^(?:\*\*\/|\/\*\*$|\*\*$|\*+|\?|\[!?\]?[^\]/]*\]|\\.|[^*?[\\])/su.exec(rest)?.[0];
    if (token === undefined) return undefined;
    const isNameStart = at === 0 || glob.charAt(at - 1) === '/';
    if (token === '**/' && isNameStart) source += '(?:[^/]+/)*';
    else if (token === '/**') source += '/.+';
    else if (token === '**' && isNameStart) source += '.+';
    else if (token.startsWith('*')) source += `[^/]*${token.endsWith('/') ? '/' : ''}`;
    else if (token === '?') source += '[^/]';
    else if (token.startsWith('[')) source += classOf(token);
    else source += escaped(token.startsWith('\\') ? token.slice(1) : token);
    at += token.length;
  }
  return source;
}

function classOf(token: string): string {
  const isNegated = token.startsWith('[!');
  const inner = token.slice(isNegated ? 2 : 1, -1).replace(/[\\\]^[&~|]/g, '\\$&');
  return isNegated ? `[^/${inner}]` : `[${inner}]`;
}

function escaped(text: string): string {
  return text.replace(/[.+^$()|[\]{}\\/*?-]/g, (char) => (char === '-' ? char : `\\${char}`));
}
