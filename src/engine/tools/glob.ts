import { globArgumentsSchema } from '../../protocol/toolArguments';
import type { EnginePorts } from '../enginePorts';
import type { Search } from '../search';
import { done, failed, type Tool } from '../tool';
import { toolOf } from '../toolOf';
import { fileLook } from './fileLook';
import { keptOut, keptOutText } from './keptOut';

/** Finds files by their path. */
export function globTool(ports: EnginePorts, search: Search): Tool {
  const tool: Tool = toolOf({
    name: 'glob',
    description:
      'Finds files by their path: "*.ts" by name in every folder, "src/**/*.ts" from the folder down. Folders with generated content (node_modules, .git, dist…) are left out.',
    schema: globArgumentsSchema,
    isReadOnly: true,
    invocation: ({ pattern, path = '.' }) =>
      fileLook(path, ports, (place, signal) => {
        const { path: folder, shown, is } = place;
        if (is !== 'directory') return { fault: `${shown} is no folder.` };
        return {
          title: `Find ${pattern}`,
          take: async () => {
            const isKeptOut = keptOut(tool, place, ports);
            const found = await search.files({ folder, glob: pattern, isKeptOut, maxFiles }, signal);
            if (found.state === 'failed') return failed(found.why);
            const prefix = shown === '.' ? '' : `${shown}/`;
            const lines = found.paths.map((at) => `${prefix}${at}`);
            if (found.isSomeKeptOut) lines.push(keptOutText);
            if (!found.isComplete) lines.push('[There are more. Ask for less.]');
            return done(lines.length === 0 ? 'No file fits.' : lines.join('\n'));
          },
        };
      }),
  });
  return tool;
}

/** How many files one call shows at most. */
const maxFiles = 1000;
