import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { firstDecider } from '../core/decider';
import type { FrozenPlan } from '../core/frozenPlan';
import { NodeSearch } from '../engine/nodeSearch';
import { FilePromptLibrary } from '../engine/prompts/filePromptLibrary';
import { RipgrepSearch } from '../engine/ripgrepSearch';
import { runCommand } from '../engine/runCommand';
import type { Search } from '../engine/search';
import { nodePlatform } from '../session/nodePlatform';
import type { PlansDirectory } from '../session/planCopies';
import type { Session } from '../session/session';
import { SessionStore, type OpenedSession } from '../session/sessionStore';
import { builtInIdentity, withBuiltInAgent } from './builtInSession';
import { gitProgram } from './gitProgram';
import { checkpointProblem, sessionProblem } from './messages';
import type { OpenSession } from './openSession';
import { PromptShelf } from './promptShelf';
import { pickQuestioner } from './pickQuestioner';
import { planQuestion } from './planQuestion';
import { planTerminal } from './planTerminal';
import type { PlanTerminals } from './planTerminals';
import type { QuestionDesk } from './questionDesk';
import { ReadOnlyTexts } from './readOnlyTexts';
import type { ReviewDesk } from './reviewDesk';
import { ripgrepProgram } from './ripgrepProgram';
import { ruleNotices } from './ruleNotices';
import { RulesAndHooks } from './rulesAndHooks';
import type { SessionsPorts } from './sessions';
import { shellHere } from './shellHere';
import { WorkspaceCheckpoints } from './workspaceCheckpoints';

/** The sessions of one workspace folder, kept in the extension's storage for that workspace. */
export function workspaceSessions(place: SessionPlace): SessionsPorts {
  const { log } = place;
  const store = new SessionStore(path.join(place.storage, 'sessions'), {
    ...nodePlatform,
    isTrusted: () => vscode.workspace.isTrusted,
    onProblem: ({ code, cause }) => {
      log.error(`session: ${code}`, cause);
      void vscode.window.showWarningMessage(sessionProblem(code));
    },
  });
  const rulesAndHooks: RulesAndHooks = new RulesAndHooks(
    vscode.Uri.file(place.folder),
    ruleNotices(() => rulesAndHooks, log),
  );
  const texts = new ReadOnlyTexts((what, cause) => log.error(what, cause));
  place.subscriptions.push(rulesAndHooks, texts);
  const search = searchHere();
  const prompts = promptsHere(place);
  const checkpoints = new WorkspaceCheckpoints({
    folder: place.folder,
    storage: path.join(place.storage, 'checkpoints'),
    findGit: () => gitProgram((what, cause) => log.info(what, cause)),
    onNotRecorded: (code) => void vscode.window.showWarningMessage(checkpointProblem(code)),
    onFault: (what, cause) => log.error(what, cause),
  });
  place.subscriptions.push(checkpoints);
  const live = (session: Session): ReturnType<typeof withBuiltInAgent> =>
    withBuiltInAgent(session, {
      reviewer: firstDecider(
        {
          native: place.desk.reviewerFor(session),
          structured: planQuestion(session, { desk: place.questions, texts, onAsked: place.onReviewOpened }),
          terminal: planTerminal(session, {
            terminals: place.terminals,
            createTerminal: (options) => vscode.window.createTerminal(options),
            now: () => performance.now(),
            onAsked: place.onReviewOpened,
          }),
        },
        (kind, cause) => log.warn(`a plan could not be shown by the ${kind} decider; the next one is asked`, cause),
      ),
      questioner: pickQuestioner(session, place.questions, texts),
      rulesAndHooks,
      search,
      shell: (terminals) => shellHere(terminals, place.folder, log),
      prompts,
      checkpoints,
      planFilesFolder: path.join(place.storage, 'plan-files'),
      plansDirectory: () => plansDirectory(place),
      onDidChangeQuestions: place.onDidChange,
      onDidPrint: place.onDidChange,
      onPlanCopyNotSaved: (code) => {
        log.warn(`the copy of an approved plan was not saved: ${code}`);
        void vscode.window.showWarningMessage(
          vscode.l10n.t(
            'The copy of the approved plan was not saved ({0}). The plan itself is kept in the session.',
            code,
          ),
        );
      },
      onFault: (what, cause) => log.error(what, cause),
      onClassified: (toolName, said) => log.info(`auto: a call of ${toolName} was judged: ${said}`),
      onExit: (reviewId, result) => place.desk.noteExit(reviewId, result),
    });
  return {
    list: async () => {
      const { sessions, unreadable } = await store.list(place.folder);
      for (const { file } of unreadable) log.warn(`a stored session cannot be read and was left alone: ${file}`);
      if (unreadable.length > 0) {
        void vscode.window.showWarningMessage(
          vscode.l10n.t(
            '{0} stored session(s) cannot be read and were left alone. See “Countersign: Show Log”.',
            unreadable.length,
          ),
        );
      }
      return sessions;
    },
    create: async () => {
      const created = await store.create({ title: '', workspaceFolder: place.folder, agent: builtInIdentity() });
      if (created.state === 'created') return live(created.session);
      log.error('a session could not be created', created.cause);
      void vscode.window.showErrorMessage(
        vscode.l10n.t('The session could not be created, because its log could not be written. Nothing was started.'),
      );
      return undefined;
    },
    fork: async ({ header, entries, register, title }, entryId) => {
      const forked = await store.fork({ header: { ...header, title }, entries, mode: register.mode }, entryId);
      if (forked.state === 'forked') return live(forked.session);
      if (forked.state === 'failed') log.error('a session could not be forked', forked.cause);
      void vscode.window.showErrorMessage(
        vscode.l10n.t('The session could not be forked. It is as it was. See “Countersign: Show Log”.'),
      );
      return undefined;
    },
    // After a reload the window before may still be letting go.
    open: async (sessionId) => openedHere(sessionId, await store.open(sessionId, AbortSignal.timeout(lockPatienceMs))),
    takeOver: async (sessionId) => openedHere(sessionId, await store.takeOver(sessionId)),
  };

  function openedHere(sessionId: string, opened: OpenedSession): OpenSession | undefined {
    switch (opened.state) {
      case 'open':
        if (opened.tornBytes > 0)
          log.warn(`the last line of a session was torn; ${opened.tornBytes} bytes were dropped`);
        for (const { kind } of opened.remarks) log.warn(`a session was read with a reservation: ${kind}`);
        return live(opened.session);
      case 'locked':
        void offerTakeOver(() => place.takeOver(sessionId));
        return undefined;
      case 'missing':
        void vscode.window.showWarningMessage(vscode.l10n.t('This session is not stored here any more.'));
        return undefined;
      case 'failed':
        log.error('a session could not be opened', opened.cause);
        void vscode.window.showErrorMessage(
          vscode.l10n.t('The session could not be opened. See “Countersign: Show Log”.'),
        );
        return undefined;
      default:
        log.error(`a session file was refused: ${opened.code}`);
        void vscode.window.showErrorMessage(
          vscode.l10n.t('The session’s file is damaged ({0}) and was left alone.', opened.code),
        );
        return undefined;
    }
  }
}

/** O03: nobody waits for the answer; without one the session stays where it is. */
async function offerTakeOver(takeOver: () => Promise<void>): Promise<void> {
  const here = vscode.l10n.t('Open Here');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      'This session is open in another window, or that window has gone without letting it go. Opening it here ends it there.',
    ),
    here,
  );
  if (answer === here) await takeOver();
}

export interface SessionPlace {
  /** The workspace folder, absolute. */
  readonly folder: string;
  /** The extension's storage for this workspace, absolute. */
  readonly storage: string;
  readonly desk: ReviewDesk;
  readonly questions: QuestionDesk;
  readonly terminals: PlanTerminals;
  readonly log: vscode.LogOutputChannel;
  /** A plan waits for a decision somewhere else than in the review editor. */
  readonly onReviewOpened: (session: Session, plan: FrozenPlan) => void;
  /** Something that is shown of a session has changed outside of it. */
  readonly onDidChange: () => void;
  /** A person said that a session of another window shall go on here. Never rejects. */
  readonly takeOver: (sessionId: string) => Promise<void>;
  /** What is to be disposed with the extension. */
  readonly subscriptions: vscode.ExtensionContext['subscriptions'];
}

const lockPatienceMs = 5000;

/** By this editor's ripgrep, where it has one. */
function searchHere(): Search {
  const program = ripgrepProgram(vscode.env.appRoot, process, existsSync);
  return program === undefined ? new NodeSearch() : new RipgrepSearch(program, runCommand);
}

/** The templates and skills of the user, and before them those of the workspace where it is trusted. */
function promptsHere({ folder, log, onDidChange }: SessionPlace): PromptShelf {
  const user = { folder: os.homedir(), shownAs: '~/' };
  const library = new FilePromptLibrary(() => (vscode.workspace.isTrusted ? [{ folder, shownAs: '' }, user] : [user]));
  return new PromptShelf(library, (prompts) => {
    for (const prompt of prompts) if (prompt.state === 'faulty') log.warn(`${prompt.file} ${prompt.fault}`);
    onDidChange();
  });
}

function plansDirectory(place: SessionPlace): PlansDirectory {
  const uri = vscode.Uri.file(place.folder);
  const setting: unknown = vscode.workspace.getConfiguration('countersign', uri).get('plansDirectory');
  return typeof setting === 'string' && setting.trim() !== ''
    ? { kind: 'workspace', folder: place.folder, setting: setting.trim() }
    : { kind: 'storage', path: path.join(place.storage, 'plans') };
}
