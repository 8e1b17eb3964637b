import { parseArguments, writeFileArgumentsSchema } from '../../protocol/toolArguments';
import type { EnginePorts } from '../enginePorts';
import type { ReadMarks } from '../readMarks';
import type { Tool } from '../tool';
import { prepareWrite } from './prepareWrite';

/** Writes a whole file, new or in place of what was there. */
export function writeFileTool(ports: EnginePorts, marks: ReadMarks): Tool {
  return {
    declaration: {
      name: 'write_file',
      description:
        'Writes a text file of the workspace (in Plan mode: only the plan file). What was in it before is replaced.',
      parameters: {
        type: 'object',
        properties: {
          path: {
            type: 'string',
            description: 'The file, relative to the workspace folder; or the plan file as it was named to you.',
          },
          text: { type: 'string', description: 'The whole new text.' },
        },
        required: ['path', 'text'],
        additionalProperties: false,
      },
    },
    isReadOnly: false,
    build: (args) => {
      const parsed = parseArguments(writeFileArgumentsSchema, 'write_file', args);
      if (parsed.state === 'invalid') return { state: 'invalid', text: parsed.fault };
      const { path, text } = parsed.args;
      return {
        state: 'built',
        invocation: {
          kind: 'edit',
          permission: (isPlanFileWrite) => (isPlanFileWrite ? 'allow' : 'ask'),
          prepare: () => prepareWrite(path, ports, marks, () => ({ state: 'text', text })),
        },
      };
    },
  };
}
