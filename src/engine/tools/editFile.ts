import { editFileArgumentsSchema, parseArguments } from '../../protocol/toolArguments';
import type { EnginePorts } from '../enginePorts';
import type { ReadMarks } from '../readMarks';
import type { Tool } from '../tool';
import { prepareWrite } from './prepareWrite';
import { applyEdits, editFault } from './applyEdits';

/** Replaces one exact piece of a file. */
export function editFileTool(ports: EnginePorts, marks: ReadMarks): Tool {
  return {
    declaration: {
      name: 'edit_file',
      description: 'Replaces one piece of a text file. "old_text" must be in the file exactly once, to the last space.',
      parameters: {
        type: 'object',
        properties: {
          path: {
            type: 'string',
            description: 'The file, relative to the workspace folder; or the plan file as it was named to you.',
          },
          old_text: { type: 'string', description: 'What is replaced, with enough around it to be found once only.' },
          new_text: { type: 'string', description: 'What stands there afterwards.' },
        },
        required: ['path', 'old_text', 'new_text'],
        additionalProperties: false,
      },
    },
    isReadOnly: false,
    build: (args) => {
      const parsed = parseArguments(editFileArgumentsSchema, 'edit_file', args);
      if (parsed.state === 'invalid') return { state: 'invalid', text: parsed.fault };
      const { path, old_text: oldText, new_text: newText } = parsed.args;
      const fault = editFault({ oldText, newText });
      if (fault !== undefined) return { state: 'invalid', text: fault };
      return {
        state: 'built',
        invocation: {
          kind: 'edit',
          permission: (isPlanFileWrite) => (isPlanFileWrite ? 'allow' : 'ask'),
          prepare: () =>
            prepareWrite(path, ports, marks, (before, shown) => applyEdits(before, [{ oldText, newText }], shown)),
        },
      };
    },
  };
}
