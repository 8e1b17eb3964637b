import { editFileArgumentsSchema } from '../../protocol/toolArguments';
import type { EnginePorts } from '../enginePorts';
import type { ReadMarks } from '../readMarks';
import type { Tool } from '../tool';
import { toolOf } from '../toolOf';
import { fileWrite } from './fileWrite';
import { applyEdits, editFault } from './applyEdits';

/** Replaces one exact piece of a file. */
export function editFileTool(ports: EnginePorts, marks: ReadMarks): Tool {
  return toolOf({
    name: 'edit_file',
    description: 'Replaces one piece of a text file. "old_text" must be in the file exactly once, to the last space.',
    schema: editFileArgumentsSchema,
    isReadOnly: false,
    faultOf: ({ old_text: oldText, new_text: newText }) => editFault({ oldText, newText }),
    invocation: ({ path, old_text: oldText, new_text: newText }) =>
      fileWrite(path, ports, marks, (before, shown) => applyEdits(before, [{ oldText, newText }], shown)),
  });
}
