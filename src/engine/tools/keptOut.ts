import { judgeByRules } from '../../core/permissionRules';
import type { EnginePorts } from '../enginePorts';
import type { Tool } from '../tool';
import type { FoundPlace } from './placeOf';

/**
 * What the person's rules keep from a call that looks over a whole folder: names and content of what they deny it, and of
 * what they want a person asked about, unless a person has been asked about the folder itself. The pipeline judges a call
 * by the one place that it names; this judges what lies below.
 */
export function keptOut(
  { declaration, aliases = [] }: Pick<Tool, 'declaration' | 'aliases'>,
  { path: folder, realPath, shown }: FoundPlace,
  { rules }: EnginePorts,
): ((below: string) => boolean) | undefined {
  const all = rules?.().rules ?? [];
  const names = [declaration.name, ...aliases];
  const verdictOn = (...paths: readonly string[]): string =>
    judgeByRules(all, { names, value: { kind: 'paths', paths: [paths.map((path) => path.replaceAll('\\', '/'))] } })
      .kind;
  if (!all.some(({ effect, matcher }) => effect !== 'allow' && matcher.kind === 'path')) return undefined;
  const isAskedAbout = verdictOn(shown, folder, realPath) === 'ask';
  return (below) => {
    const verdict = verdictOn(
      shown === '.' ? below : `${shown}/${below}`,
      `${folder}/${below}`,
      `${realPath}/${below}`,
    );
    return verdict === 'deny' || (verdict === 'ask' && !isAskedAbout);
  };
}

/** What a result ends with where something was kept out. */
export const keptOutText = "[The person's rules keep something here from you; it is left out.]";
