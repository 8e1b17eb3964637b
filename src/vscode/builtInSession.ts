import path from 'node:path';
import type { ExecuteResult } from '../core/planGate';
import type { Reviewer } from '../core/reviewer';
import { BuiltInAgent } from '../engine/builtInAgent';
import { demoModel, demoModelName } from '../engine/demoModel/demoModel';
import type { EnginePorts } from '../engine/enginePorts';
import { CommandHooks } from '../engine/hooks/commandHooks';
import { ModelClassifier } from '../engine/modelClassifier';
import { nodeLookAtPath } from '../engine/lookAtPath';
import type { Questioner } from '../engine/questioner';
import { runCommand } from '../engine/runCommand';
import type { Search } from '../engine/search';
import type { Shell } from '../engine/shell';
import { nodeTimer } from '../engine/timer';
import { savePlanCopy, type PlansDirectory } from '../session/planCopies';
import { readPlanFile } from '../session/planFile';
import type { Session } from '../session/session';
import { CardPrompter } from './cardPrompter';
import { EditorWorkspace } from './editorWorkspace';
import { planFileName } from './planFileName';
import type { OpenSession } from './openSession';
import type { PromptShelf } from './promptShelf';
import type { RulesAndHooks } from './rulesAndHooks';
import { RunningOutput } from './runningOutput';
import { SessionTerminals, terminalName } from './sessionTerminals';
import type { WorkspaceCheckpoints } from './workspaceCheckpoints';

/** Gives a session the built-in agent, with this editor's workspace, questions and reviewer. */
export function withBuiltInAgent(session: Session, parts: BuiltInParts): OpenSession {
  const prompter = new CardPrompter(parts.onDidChangeQuestions);
  const { workspaceFolder } = session.header;
  const { rulesAndHooks } = parts;
  const output = new RunningOutput();
  const model = demoModel();
  const terminals = new SessionTerminals({
    name: () => terminalName(session.title),
    integrationMs,
    onDidChange: parts.onDidPrint,
  });
  session.onDidChange(() => {
    // O03: another window has it now, or it has ended.
    if (session.isClosed) terminals.dispose();
  });
  session.attach(
    new BuiltInAgent({
      model,
      register: session.register,
      gate: session.gate,
      leaderGate: session.leaderGate,
      reviewer: parts.reviewer,
      prompter: session.watched(prompter),
      questioner: parts.questioner,
      workspace: new EditorWorkspace(workspaceFolder),
      lookAtPath: nodeLookAtPath,
      search: parts.search,
      shell: parts.shell(terminals),
      // M4: what a folder brings along may steer programs that look at it.
      checkpoints: () => (session.register.isTrusted ? parts.checkpoints : undefined),
      rules: () => rulesAndHooks.rules,
      onDidChangeRules: (listener) => rulesAndHooks.onDidChangeRules(listener),
      allowAlways: (rules) => rulesAndHooks.allowAlways(rules),
      classifier: new ModelClassifier({
        model,
        history: () => session.history,
        workspaceFolder,
        startTimer: nodeTimer,
      }),
      onClassified: parts.onClassified,
      hooks: new CommandHooks({
        run: runCommand,
        settings: () => rulesAndHooks.hooks,
        cwd: workspaceFolder,
        sessionId: session.id,
        mode: () => session.register.mode,
        onFault: parts.onFault,
      }),
      onToolOutput: (callId, text) => {
        output.add(callId, text, new Set(session.state.openCalls.map(({ id }) => id)));
        parts.onDidPrint();
      },
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
  return { session, prompter, output, terminals, prompts: parts.prompts, checkpoints: parts.checkpoints };
}

export interface BuiltInParts {
  readonly reviewer: Reviewer;
  readonly questioner: Questioner;
  readonly rulesAndHooks: RulesAndHooks;
  readonly search: Search;
  /** Runs the lines of one session, in these terminals where it can. */
  readonly shell: (terminals: SessionTerminals) => Shell;
  readonly prompts: PromptShelf;
  readonly checkpoints: WorkspaceCheckpoints;
  /** Where agents write the plans that they are working on; outside the workspace. */
  readonly planFilesFolder: string;
  /** Where copies of approved plans are kept, by the setting as it is now. */
  readonly plansDirectory: () => PlansDirectory;
  readonly onDidChangeQuestions: () => void;
  /** A running call has printed something. */
  readonly onDidPrint: () => void;
  readonly onPlanCopyNotSaved: (code: string) => void;
  readonly onFault: (what: string, cause: unknown) => void;
  readonly onClassified: NonNullable<EnginePorts['onClassified']>;
  readonly onExit: (reviewId: string, result: ExecuteResult) => void;
}

/** A shell that reads long start-up files needs some seconds; one that tells nothing is waited for once a session. */
const integrationMs = 8_000;

/** The built-in agent's identity, for the header of a new session. */
export function builtInIdentity(): { readonly id: string; readonly name: string; readonly model: string } {
  return { id: 'built-in', name: 'Countersign', model: demoModelName };
}
