import type { PermissionSubject, SubjectValue } from '../core/permissionRules';
import { resolvePath } from '../core/resolvePath';
import type { ToolCall } from '../core/sessionEntry';
import { patternKind, type PatternKind } from '../core/toolFamilies';
import { writeTargets } from '../core/writeTargets';
import type { EnginePorts } from './enginePorts';
import type { Invocation, Tool } from './tool';

/** What the person's rules are matched against: the tool's names, and the command, files or address of this call. */
export async function subjectOf(
  call: ToolCall,
  tool: Tool,
  invocation: Invocation,
  ports: EnginePorts,
): Promise<PermissionSubject> {
  const names = [tool.declaration.name, ...(tool.aliases ?? [])];
  const value = invocation.subject
    ? await invocation.subject()
    : await valueOf(
        names.map(patternKind).find((kind) => kind !== undefined),
        tool.declaration.name,
        call.args,
        ports,
      );
  return { names, value };
}

async function valueOf(
  kind: PatternKind | undefined,
  toolName: string,
  args: ToolCall['args'],
  ports: EnginePorts,
): Promise<SubjectValue> {
  const { command, url, path = '.' } = args;
  switch (kind) {
    case 'command':
      return typeof command === 'string' ? { kind: 'command', line: command } : { kind: 'none' };
    case 'domain':
      return typeof url === 'string' ? { kind: 'url', url } : { kind: 'none' };
    case 'path': {
      const targets = writeTargets(toolName, args);
      if (targets.kind === 'unknown') return { kind: 'none' };
      const paths = targets.kind === 'writes' ? targets.paths : typeof path === 'string' ? [path] : [];
      return paths.length === 0
        ? { kind: 'none' }
        : { kind: 'paths', paths: (await Promise.all(paths.map((each) => places(each, ports)))).flat() };
    }
    case undefined:
      return { kind: 'none' };
  }
}

/** Where a path leads as it is spelled, and where it really leads: behind a link stands another file. */
async function places(path: string, ports: EnginePorts): Promise<readonly (readonly string[])[]> {
  const { cwd, pathStyle, lookAtPath } = ports;
  const spelled = resolvePath(cwd, path, pathStyle);
  const [real, realCwd] = await Promise.all([lookAtPath(spelled), lookAtPath(cwd)]);
  const asSpelled = namesIn(cwd, spelled);
  // The workspace folder may be reached through a link itself; what lies in it then still lies in it.
  const asReal = namesIn(realCwd.realPath, real.realPath);
  return asSpelled[0] === asReal[0] ? [[...new Set([...asSpelled, ...asReal])]] : [asSpelled, asReal];
}

function namesIn(folder: string, path: string): readonly string[] {
  const absolute = path.replaceAll('\\', '/');
  const inside = `${folder.replaceAll('\\', '/').replace(/\/$/, '')}/`;
  if (`${absolute}/` === inside) return ['.', absolute];
  return absolute.startsWith(inside) ? [absolute.slice(inside.length), absolute] : [absolute];
}
