import type { PathFacts } from '../../core/planFileBoundary';
import { pathFault, resolvePath } from '../../core/resolvePath';
import type { EnginePorts } from '../enginePorts';

/**
 * Where a path of the model's leads, after all links: inside the workspace folder, to the session's plan file, or
 * nowhere that this agent may go. A link in the last place is not followed.
 */
export async function placeOf(path: string, ports: EnginePorts): Promise<Place> {
  const { cwd, pathStyle, planFile, lookAtPath } = ports;
  const fault = pathFault(path, pathStyle);
  if (fault)
    return refuse(`"${path}" is no path of a file here (${fault}). Give a path relative to the workspace folder.`);
  const wanted = resolvePath(cwd, path, pathStyle);
  const folder = resolvePath(cwd, cwd, pathStyle);
  const [target, inFolder, plan] = await Promise.all([
    lookAtPath(wanted),
    // The folder itself may be a link, which is not followed in the last place; what is in it tells its real path.
    lookAtPath(resolvePath(folder, '_', pathStyle)),
    lookAtPath(resolvePath(cwd, planFile, pathStyle)),
  ]);
  // With its separator, so that a folder that only begins like it is none of it.
  const root = inFolder.realPath.slice(0, -1);
  if (wanted === folder)
    return { kind: 'inside', path: folder, realPath: root.slice(0, -1), shown: '.', is: 'directory' };
  if (target.kind === 'symlink') {
    return refuse(`"${path}" is a symbolic link, which is not followed. Name the file it leads to.`);
  }
  if (target.realPath === plan.realPath) {
    return { kind: 'plan-file', path: plan.realPath, realPath: plan.realPath, shown: plan.realPath, is: target.kind };
  }
  if (!target.realPath.startsWith(root)) {
    return refuse(`"${path}" is outside of the workspace folder. Only files in it can be used.`);
  }
  const shown = target.realPath.slice(root.length).replaceAll('\\', pathStyle === 'windows' ? '/' : '\\');
  // The same file, spelled as the person has opened its folder, so that an editor finds it among its own.
  const at = resolvePath(folder, shown, pathStyle);
  return { kind: 'inside', path: at, realPath: target.realPath, shown, is: target.kind };
}

type Place = FoundPlace | { readonly kind: 'refused'; readonly text: string };

export interface FoundPlace {
  readonly kind: 'inside' | 'plan-file';
  /** Absolute; leads through no link inside the folder. */
  readonly path: string;
  /** Absolute; leads through no link at all, not even to the workspace folder. */
  readonly realPath: string;
  /** As it is shown to a person. */
  readonly shown: string;
  readonly is: PathFacts['kind'];
}

function refuse(text: string): Place {
  return { kind: 'refused', text };
}
