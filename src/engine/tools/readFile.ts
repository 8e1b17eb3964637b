import { readFileArgumentsSchema } from '../../protocol/toolArguments';
import type { EnginePorts } from '../enginePorts';
import type { ReadMarks } from '../readMarks';
import { done, failed, type Tool } from '../tool';
import { toolOf } from '../toolOf';
import { fileFaultText, maxFileBytes } from './fileFaultText';
import { fileLook } from './fileLook';

/** Reads a text file, or some lines of it, exactly as it is. */
export function readFileTool(ports: EnginePorts, marks: ReadMarks): Tool {
  return toolOf({
    name: 'read_file',
    description:
      'Reads a text file of the workspace (or the plan file). At most 2000 lines at once; a last line in square brackets says if there is more.',
    schema: readFileArgumentsSchema,
    isReadOnly: true,
    invocation: ({ path, offset = 1, limit = maxLines }) =>
      fileLook(path, ports, ({ path: file, shown }) => ({
        title: `Read ${shown}`,
        take: async () => {
          const reading = await ports.workspace.read(file, maxFileBytes);
          if (reading.state === 'unreadable') return failed(fileFaultText(reading.code, shown));
          marks.mark(file, reading.text);
          return done(linesOf(reading.text, offset, Math.min(limit, maxLines)));
        },
      })),
  });
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
