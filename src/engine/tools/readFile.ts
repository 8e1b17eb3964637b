import { parseArguments, readFileArgumentsSchema } from '../../protocol/toolArguments';
import type { EnginePorts } from '../enginePorts';
import type { ReadMarks } from '../readMarks';
import { done, failed, type Tool } from '../tool';
import { fileFaultText, maxFileBytes } from './fileFaultText';
import { placeOf } from './placeOf';

/** Reads a text file, or some lines of it, exactly as it is. */
export function readFileTool(ports: EnginePorts, marks: ReadMarks): Tool {
  return {
    declaration: {
      name: 'read_file',
      description:
        'Reads a text file of the workspace (or the plan file). At most 2000 lines at once; a last line in square brackets says if there is more.',
      parameters: {
        type: 'object',
        properties: {
          path: { type: 'string', description: 'The file, relative to the workspace folder.' },
          offset: { type: 'integer', minimum: 1, description: 'The first line to read; lines count from 1.' },
          limit: { type: 'integer', minimum: 1, description: 'How many lines to read at most.' },
        },
        required: ['path'],
        additionalProperties: false,
      },
    },
    isReadOnly: true,
    build: (args) => {
      const parsed = parseArguments(readFileArgumentsSchema, 'read_file', args);
      if (parsed.state === 'invalid') return { state: 'invalid', text: parsed.fault };
      const { path, offset = 1, limit = maxLines } = parsed.args;
      return {
        state: 'built',
        invocation: {
          kind: 'info',
          permission: () => 'allow',
          prepare: async () => {
            const place = await placeOf(path, ports);
            if (place.kind === 'refused') return { state: 'ended', result: failed(place.text) };
            return {
              state: 'ready',
              title: `Read ${place.shown}`,
              execute: async (mayStart) => {
                const ended = mayStart();
                if (ended) return ended;
                const reading = await ports.workspace.read(place.path, maxFileBytes);
                if (reading.state === 'unreadable') return failed(fileFaultText(reading.code, place.shown));
                marks.mark(place.path, reading.text);
                return done(linesOf(reading.text, offset, Math.min(limit, maxLines)));
              },
            };
          },
        },
      };
    },
  };
}

const maxLines = 2000;

function linesOf(text: string, offset: number, limit: number): string {
  if (text === '') return '[The file is empty.]';
  const lines = text.split('\n');
  const end = offset - 1 + limit;
  if (offset === 1 && end >= lines.length) return text;
  if (offset > lines.length) return `[The file has ${lines.length} lines.]`;
  const part = lines.slice(offset - 1, end).join('\n');
  return end >= lines.length ? part : `${part}\n[There is more: line ${end + 1} of ${lines.length} is next.]`;
}
