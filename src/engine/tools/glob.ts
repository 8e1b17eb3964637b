import { globArgumentsSchema, parseArguments } from '../../protocol/toolArguments';
import type { EnginePorts } from '../enginePorts';
import type { Search } from '../search';
import { done, failed, type Tool } from '../tool';
import { placeOf } from './placeOf';

/** Finds files by their path. */
export function globTool(ports: EnginePorts, search: Search): Tool {
  return {
    declaration: {
      name: 'glob',
      description:
        'Finds files by their path: "*.ts" by name in every folder, "src/**/*.ts" from the folder down. Folders with generated content (node_modules, .git, dist…) are left out.',
      parameters: {
        type: 'object',
        properties: {
          pattern: { type: 'string', description: 'The glob: *, ?, **, [ab] and {a,b}.' },
          path: { type: 'string', description: 'The folder to look in. Default: the workspace folder.' },
        },
        required: ['pattern'],
        additionalProperties: false,
      },
    },
    isReadOnly: true,
    build: (args) => {
      const parsed = parseArguments(globArgumentsSchema, 'glob', args);
      if (parsed.state === 'invalid') return { state: 'invalid', text: parsed.fault };
      const { pattern, path = '.' } = parsed.args;
      return {
        state: 'built',
        invocation: {
          kind: 'info',
          permission: () => 'allow',
          prepare: async (signal) => {
            const place = await placeOf(path, ports);
            if (place.kind === 'refused') return { state: 'ended', result: failed(place.text) };
            if (place.is !== 'directory') return { state: 'ended', result: failed(`${place.shown} is no folder.`) };
            return {
              state: 'ready',
              title: `Find ${pattern}`,
              execute: async (mayStart) => {
                const ended = mayStart();
                if (ended) return ended;
                const found = await search.files({ folder: place.path, glob: pattern, maxFiles }, signal);
                if (found.state === 'failed') return failed(found.why);
                const prefix = place.shown === '.' ? '' : `${place.shown}/`;
                const lines = found.paths.map((at) => `${prefix}${at}`);
                if (!found.isComplete) lines.push('[There are more. Ask for less.]');
                return done(lines.length === 0 ? 'No file fits.' : lines.join('\n'));
              },
            };
          },
        },
      };
    },
  };
}

/** How many files one call shows at most. */
const maxFiles = 1000;
