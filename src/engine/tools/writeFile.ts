import { writeFileArgumentsSchema } from '../../protocol/toolArguments';
import type { EnginePorts } from '../enginePorts';
import type { ReadMarks } from '../readMarks';
import type { Tool } from '../tool';
import { toolOf } from '../toolOf';
import { fileWrite } from './fileWrite';

/** Writes a whole file, new or in place of what was there. */
export function writeFileTool(ports: EnginePorts, marks: ReadMarks): Tool {
  return toolOf({
    name: 'write_file',
    description:
      'Writes a text file of the workspace (in Plan mode: only the plan file). What was in it before is replaced.',
    schema: writeFileArgumentsSchema,
    isReadOnly: false,
    invocation: ({ path, text }) => fileWrite(path, ports, marks, () => ({ state: 'text', text })),
  });
}
