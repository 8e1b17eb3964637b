import { multiEditArgumentsSchema, type ArgumentsOf } from '../../protocol/toolArguments';
import type { EnginePorts } from '../enginePorts';
import type { ReadMarks } from '../readMarks';
import type { Tool } from '../tool';
import { toolOf } from '../toolOf';
import { applyEdits, editFault, type TextEdit } from './applyEdits';
import { fileWrite } from './fileWrite';

/** Replaces several exact pieces of one file, all of them or none. */
export function multiEditTool(ports: EnginePorts, marks: ReadMarks): Tool {
  return toolOf({
    name: 'multi_edit',
    description:
      'Replaces several pieces of one text file, one after the other: all of them, or none where one does not fit. Each "old_text" must be in the file exactly once, as the edits before it leave it.',
    schema: multiEditArgumentsSchema,
    isReadOnly: false,
    faultOf: ({ edits }) => {
      const faults = edits.flatMap((edit, index) => {
        const fault = editFault(textEdit(edit));
        return fault === undefined ? [] : [`Edit ${index + 1}: ${fault}`];
      });
      return faults.length === 0 ? undefined : faults.join(' ');
    },
    invocation: ({ path, edits }) =>
      fileWrite(path, ports, marks, (before, shown) => applyEdits(before, edits.map(textEdit), shown)),
  });
}

function textEdit(edit: ArgumentsOf<typeof multiEditArgumentsSchema>['edits'][number]): TextEdit {
  return { oldText: edit.old_text, newText: edit.new_text };
}
