import type { CancelSignal } from '../core/cancelSignal';
import type { EnginePorts } from './enginePorts';
import { exitPlanModeTool } from './exitPlanMode';
import type { Tool } from './tool';
import { editFileTool } from './tools/editFile';
import { listFilesTool } from './tools/listFiles';
import { readFileTool } from './tools/readFile';
import { writeFileTool } from './tools/writeFile';

/** The tools of one turn. Always all of them, in this order and in every mode (Q1, T2). */
export function builtInTools(ports: EnginePorts, signal: CancelSignal): readonly Tool[] {
  return [
    listFilesTool(ports),
    readFileTool(ports),
    writeFileTool(ports),
    editFileTool(ports),
    exitPlanModeTool(ports, signal),
  ];
}
