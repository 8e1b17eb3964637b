import type { CancelSignal } from '../core/cancelSignal';
import { mainActor, type Actor } from './actor';
import type { EnginePorts } from './enginePorts';
import { enterPlanModeTool } from './enterPlanMode';
import { exitPlanModeTool } from './exitPlanMode';
import { NodeSearch } from './nodeSearch';
import { NodeShell } from './nodeShell';
import { ReadMarks } from './readMarks';
import { runCommand } from './runCommand';
import type { SubAgents } from './subAgents/subAgents';
import type { Tool } from './tool';
import { askUserQuestionTool } from './tools/askUserQuestion';
import { editFileTool } from './tools/editFile';
import { globTool } from './tools/glob';
import { grepTool } from './tools/grep';
import { listFilesTool } from './tools/listFiles';
import { multiEditTool } from './tools/multiEdit';
import { readFileTool } from './tools/readFile';
import { shellTool } from './tools/shell';
import { taskTool } from './tools/task';
import { teamPlanApprovalTool } from './tools/teamPlanApproval';
import { todoTool } from './tools/todo';
import { writeFileTool } from './tools/writeFile';

/**
 * The tools of one turn. Always all of them, in this order and in every mode (Q1, T2): also what is not offered to
 * somebody can be called, and says itself that it is not for them (L1).
 *
 * @param subAgents left out: this turn is a sub-agent's, which starts none
 */
export function builtInTools(ports: EnginePorts, signal: CancelSignal, subAgents?: SubAgents): readonly Tool[] {
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
    taskTool(subAgents, signal),
    teamPlanApprovalTool(subAgents, signal),
  ];
}

/** L1: those of them that are declared to the model. */
export function offeredTools(tools: readonly Tool[], { kind }: Actor = mainActor): readonly Tool[] {
  switch (kind) {
    case 'main':
      return tools;
    case 'sub-agent':
      return tools.filter(({ declaration }) => !forTheSession.has(declaration.name) && declaration.name !== planExit);
    case 'teammate':
      return tools.filter(({ declaration }) => !forTheSession.has(declaration.name));
  }
}

/** The mode of the session, and who works for it, is no business of a sub-agent. */
const forTheSession = new Set(['enter_plan_mode', 'task', 'team_plan_approval']);
const planExit = 'exit_plan_mode';
