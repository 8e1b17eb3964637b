import path from 'node:path';
import type { ExecuteResult } from '../core/planGate';
import type { Reviewer } from '../core/reviewer';
import { BuiltInAgent } from '../engine/builtInAgent';
import { demoModel, demoModelName } from '../engine/demoModel/demoModel';
import { nodeLookAtPath } from '../engine/lookAtPath';
import { savePlanCopy, type PlansDirectory } from '../session/planCopies';
import { readPlanFile } from '../session/planFile';
import type { Session } from '../session/session';
import { CardPrompter } from './cardPrompter';
import { EditorWorkspace } from './editorWorkspace';
import { planFileName } from './planFileName';
import type { OpenSession } from './openSession';

/** Gives a session the built-in agent, with this editor's workspace, questions and reviewer. */
export function withBuiltInAgent(session: Session, parts: BuiltInParts): OpenSession {
  const prompter = new CardPrompter(parts.onDidChangeQuestions);
  const { workspaceFolder } = session.header;
  session.attach(
    new BuiltInAgent({
      model: demoModel(),
      register: session.register,
      gate: session.gate,
      reviewer: parts.reviewer,
      prompter: session.watched(prompter),
      workspace: new EditorWorkspace(workspaceFolder),
      lookAtPath: nodeLookAtPath,
      history: () => session.history,
      cwd: workspaceFolder,
      planFile: path.join(parts.planFilesFolder, planFileName(session.id)),
      pathStyle: process.platform === 'win32' ? 'windows' : 'posix',
      readPlanFile,
      planExited: async (plan) => {
        const saved = await savePlanCopy(session.id, plan, parts.plansDirectory());
        if (saved.state !== 'saved') parts.onPlanCopyNotSaved(saved.code);
      },
      onFault: parts.onFault,
      onExit: parts.onExit,
    }),
  );
  return { session, prompter };
}

export interface BuiltInParts {
  readonly reviewer: Reviewer;
  /** Where agents write the plans that they are working on; outside the workspace. */
  readonly planFilesFolder: string;
  /** Where copies of approved plans are kept, by the setting as it is now. */
  readonly plansDirectory: () => PlansDirectory;
  readonly onDidChangeQuestions: () => void;
  readonly onPlanCopyNotSaved: (code: string) => void;
  readonly onFault: (what: string, cause: unknown) => void;
  readonly onExit: (reviewId: string, result: ExecuteResult) => void;
}

/** The built-in agent's identity, for the header of a new session. */
export function builtInIdentity(): { readonly id: string; readonly name: string; readonly model: string } {
  return { id: 'built-in', name: 'Countersign', model: demoModelName };
}
