import { pathFault, resolvePath } from '../../core/resolvePath';
import type { PathFacts } from '../../core/planFileBoundary';
import type { EnginePorts } from '../enginePorts';

/**
 * Where a path of the model's leads, after all links: inside the workspace folder, to the session's plan file, or
 * nowhere that this agent may go. A link in the last place is not followed.
 */
export async function placeOf(path: string, ports: EnginePorts): Promise<Place> {
  const { cwd, pathStyle, planFile, lookAtPath } = ports;
  const fault = pathFault(path, pathStyle);
  if (fault)
    return {
      kind: 'refused',
      text: `"${path}" is no path of a file here (${fault}). Give a path relative to the workspace folder.`,
    };
  const [target, folder, plan] = await Promise.all([
    lookAtPath(resolvePath(cwd, path, pathStyle)),
    lookAtPath(resolvePath(cwd, `${cwd}/.`, pathStyle)),
    lookAtPath(resolvePath(cwd, planFile, pathStyle)),
  ]);
  if (target.kind === 'symlink')
    return { kind: 'refused', text: `"${path}" is a symbolic link, which is not followed. Name the file it leads to.` };
  if (target.realPath === plan.realPath)
    return { kind: 'plan-file', path: plan.realPath, shown: plan.realPath, is: target.kind };
  const root = folder.realPath;
  const separator = pathStyle === 'windows' ? '\\' : '/';
  if (target.realPath === root) return { kind: 'inside', path: root, shown: '.', is: target.kind };
  const prefix = root.endsWith(separator) ? root : root + separator;
  if (!target.realPath.startsWith(prefix)) {
    return { kind: 'refused', text: `"${path}" is outside of the workspace folder. Only files in it can be used.` };
  }
  const shown = target.realPath.slice(prefix.length).replaceAll(separator, '/');
  return { kind: 'inside', path: target.realPath, shown, is: target.kind };
}

export type Place =
  /** `path` is absolute and real; `shown` is how it is shown to a person. */
  | {
      readonly kind: 'inside' | 'plan-file';
      readonly path: string;
      readonly shown: string;
      readonly is: PathFacts['kind'];
    }
  | { readonly kind: 'refused'; readonly text: string };
