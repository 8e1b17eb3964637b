import { editFileArgumentsSchema, parseArguments } from '../../protocol/toolArguments';
import type { EnginePorts } from '../enginePorts';
import type { Tool } from '../tool';
import { prepareWrite, type NewText } from './prepareWrite';

/** Replaces one exact piece of a file. */
export function editFileTool(ports: EnginePorts): Tool {
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
      if (oldText === '')
        return { state: 'invalid', text: '"old_text" is empty. To write a whole file use write_file.' };
      if (oldText === newText)
        return { state: 'invalid', text: '"old_text" and "new_text" are the same; there is nothing to change.' };
      return {
        state: 'built',
        invocation: {
          kind: 'edit',
          permission: (isPlanFileWrite) => (isPlanFileWrite ? 'allow' : 'ask'),
          prepare: () => prepareWrite(path, ports, (before, shown) => replaceOnce(before, oldText, newText, shown)),
        },
      };
    },
  };
}

function replaceOnce(before: string | undefined, oldText: string, newText: string, shown: string): NewText {
  if (before === undefined) return { state: 'none', why: `There is no file ${shown}. To make it use write_file.` };
  const at = before.indexOf(oldText);
  if (at === -1)
    return {
      state: 'none',
      why: `"old_text" is not in ${shown}. Read the file again; every space and line break counts.`,
    };
  if (before.includes(oldText, at + 1)) {
    return { state: 'none', why: `"old_text" is in ${shown} more than once. Give more of what stands around it.` };
  }
  return { state: 'text', text: before.slice(0, at) + newText + before.slice(at + oldText.length) };
}
