import { multiEditArgumentsSchema, parseArguments } from '../../protocol/toolArguments';
import type { EnginePorts } from '../enginePorts';
import type { ReadMarks } from '../readMarks';
import type { Tool } from '../tool';
import { applyEdits, editFault } from './applyEdits';
import { prepareWrite } from './prepareWrite';

/** Replaces several exact pieces of one file, all of them or none. */
export function multiEditTool(ports: EnginePorts, marks: ReadMarks): Tool {
  return {
    declaration: {
      name: 'multi_edit',
      description:
        'Replaces several pieces of one text file, one after the other: all of them, or none where one does not fit. Each "old_text" must be in the file exactly once, as the edits before it leave it.',
      parameters: {
        type: 'object',
        properties: {
          path: {
            type: 'string',
            description: 'The file, relative to the workspace folder; or the plan file as it was named to you.',
          },
          edits: {
            type: 'array',
            minItems: 1,
            items: {
              type: 'object',
              properties: {
                old_text: { type: 'string', description: 'What is replaced.' },
                new_text: { type: 'string', description: 'What stands there afterwards.' },
              },
              required: ['old_text', 'new_text'],
              additionalProperties: false,
            },
          },
        },
        required: ['path', 'edits'],
        additionalProperties: false,
      },
    },
    isReadOnly: false,
    build: (args) => {
      const parsed = parseArguments(multiEditArgumentsSchema, 'multi_edit', args);
      if (parsed.state === 'invalid') return { state: 'invalid', text: parsed.fault };
      const { path } = parsed.args;
      const edits = parsed.args.edits.map((edit) => ({ oldText: edit.old_text, newText: edit.new_text }));
      const faults = edits.flatMap((edit, index) => {
        const fault = editFault(edit);
        return fault === undefined ? [] : [`Edit ${index + 1}: ${fault}`];
      });
      if (faults.length > 0) return { state: 'invalid', text: faults.join(' ') };
      return {
        state: 'built',
        invocation: {
          kind: 'edit',
          permission: (isPlanFileWrite) => (isPlanFileWrite ? 'allow' : 'ask'),
          prepare: () => prepareWrite(path, ports, marks, (before, shown) => applyEdits(before, edits, shown)),
        },
      };
    },
  };
}
