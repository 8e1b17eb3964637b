import type { CancelSignal } from '../core/cancelSignal';
import type { EnginePorts } from './enginePorts';
import { enterPlanModeTool } from './enterPlanMode';
import { exitPlanModeTool } from './exitPlanMode';
import { NodeSearch } from './nodeSearch';
import { NodeShell } from './nodeShell';
import { ReadMarks } from './readMarks';
import { runCommand } from './runCommand';
import type { Tool } from './tool';
import { askUserQuestionTool } from './tools/askUserQuestion';
import { editFileTool } from './tools/editFile';
import { globTool } from './tools/glob';
import { grepTool } from './tools/grep';
import { listFilesTool } from './tools/listFiles';
import { multiEditTool } from './tools/multiEdit';
import { readFileTool } from './tools/readFile';
import { shellTool } from './tools/shell';
import { todoTool } from './tools/todo';
import { writeFileTool } from './tools/writeFile';

/** The tools of one turn. Always all of them, in this order and in every mode (Q1, T2). */
export function builtInTools(ports: EnginePorts, signal: CancelSignal): readonly Tool[] {
  const search = ports.search ?? new NodeSearch();
  const shell = ports.shell ?? new NodeShell(runCommand);
  const marks = ports.readMarks ?? new ReadMarks();
  return [
    listFilesTool(ports),
    readFileTool(ports, marks),
    globTool(ports, search),
    grepTool(ports, search),
    writeFileTool(ports, marks),
    editFileTool(ports, marks),
    multiEditTool(ports, marks),
    shellTool(ports, shell),
    askUserQuestionTool(ports),
    todoTool(),
    enterPlanModeTool(ports),
    exitPlanModeTool(ports, signal),
  ];
}
