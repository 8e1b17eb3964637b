import * as vscode from 'vscode';
import type { PromptAnswer } from '../core/prompter';
import type { SessionAct } from '../protocol/sessionMessages';
import type { Session } from '../session/session';
import { goToProblem, modeKept, promptRefusal } from './messages';
import { chooseMode, cycleMode, leavePlan, type ModeOwner } from './modePicker';
import type { OpenSession } from './openSession';
import { openWebLink } from './openWebLink';
import type { ProposedEdits } from './proposedEdits';
import type { Sessions } from './sessions';
import type { WorkspaceRestore } from './workspaceRestore';

/** What a person does with sessions, from the view, the palette or the status bar. */
export class SessionActs {
  readonly #ports: SessionActsPorts;
  #restore: WorkspaceRestore | undefined;

  constructor(ports: SessionActsPorts) {
    this.#ports = ports;
  }

  /** One act of the session view. */
  perform(act: Exclude<SessionAct, { type: 'ready' }>): Promise<void> {
    return this.guarded(act.type, () => this.#perform(act));
  }

  /** Carries out an act. Never rejects: a failure of ours is logged and said; nothing is lost by it. */
  async guarded(name: string, act: () => Promise<void> | void): Promise<void> {
    try {
      await act();
    } catch (cause) {
      this.#ports.log.error(`the act ${name} failed`, cause);
      void vscode.window.showErrorMessage(
        vscode.l10n.t('That did not work. The approval mode is as it was. See “Countersign: Show Log” for the cause.'),
      );
    }
  }

  async newSession(): Promise<void> {
    const { blockedBecause, sessions } = this.#ports;
    if (blockedBecause !== null) {
      void vscode.window.showWarningMessage(blockedBecause);
      return;
    }
    await vscode.commands.executeCommand('countersign.sessions.focus');
    await sessions.create();
  }

  async chooseMode(): Promise<void> {
    await this.#withMode((owner) => chooseMode(owner));
  }

  async cycleMode(): Promise<void> {
    await this.#withMode((owner) => cycleMode(owner));
  }

  /** I52: out of Plan by the person alone. */
  async leavePlan(): Promise<void> {
    await this.#withMode((owner, session) =>
      session.register.mode === 'plan'
        ? leavePlan(owner, session.register.prePlanMode)
        : vscode.window.showInformationMessage(vscode.l10n.t('Plan mode is not on.')),
    );
  }

  async openWaitingReview(): Promise<void> {
    const waiting = this.#ports.sessions.waitingForReview?.session;
    const plan = waiting?.pendingReview;
    if (waiting && plan) await this.#ports.openReview(waiting, plan.reviewId);
    else void vscode.window.showInformationMessage(vscode.l10n.t('No plan waits for a review.'));
  }

  /** To an earlier message, which comes back into the composer, or to a branch that was left. */
  async goBack(): Promise<void> {
    const session = this.#active();
    const { mayGo, pickPlace } = await import('./placePicker');
    const place = session && (await pickPlace(session, 'go-back'));
    if (!session || !place || !(await mayGo(session, (reviewId) => this.#ports.openReview(session, reviewId)))) return;
    const result = await session.goTo(place.entryId);
    if (result.state === 'failed') this.#ports.log.error('a move could not be written', result.cause);
    const problem = goToProblem(result);
    if (problem !== undefined) {
      void vscode.window.showWarningMessage(problem);
      return;
    }
    if (place.draft !== undefined) this.#ports.sessions.giveDraft(session.id, place.draft);
    if (result.state === 'moved' && result.mode.mode !== result.wasMode)
      void vscode.window.showInformationMessage(modeKept(result.mode.mode, result.wasMode));
  }

  /** A session of its own from an earlier place of this one, which goes on as it is. */
  async forkSession(): Promise<void> {
    const session = this.#active();
    const { pickPlace } = await import('./placePicker');
    const place = session && (await pickPlace(session, 'fork'));
    const forked = place && (await this.#ports.sessions.fork(session, place.entryId));
    if (forked && place.draft !== undefined) this.#ports.sessions.giveDraft(forked.session.id, place.draft);
  }

  /**
   * Brings the files back to how they were before a turn of the session that is shown, or of one that is named.
   *
   * @param turn of the session view: a message, and its session
   */
  async restoreWorkspace(turn?: { readonly open: OpenSession; readonly entryId: string }): Promise<void> {
    const open = turn?.open ?? this.#activeOpen();
    if (!open) return;
    this.#restore ??= await this.#newRestore();
    await this.#restore.restore(open, turn?.entryId);
  }

  async stop(): Promise<void> {
    await this.#ports.sessions.active?.session.stop();
  }

  async #perform(act: Exclude<SessionAct, { type: 'ready' }>): Promise<void> {
    const { sessions } = this.#ports;
    switch (act.type) {
      case 'new-session':
        return this.newSession();
      case 'open-session':
        return sessions.show(act.sessionId);
      case 'draft':
        sessions.keepDraft(act.sessionId, act.text);
        return;
      case 'open-link':
        return openWebLink(act.href);
      case 'prompt':
        return this.#onSession(act.sessionId, (open) => this.#submit(open, act.text));
      case 'list-prompts':
        return this.#onSession(act.sessionId, async (open) => {
          await open.prompts.read();
        });
      case 'ask-again':
        return this.#onSession(act.sessionId, async (open) => {
          const { askAgainPrompt } = await import('../engine/demoModel/promptKind');
          await this.#prompt(open.session, askAgainPrompt);
        });
      case 'stop':
        return this.#onSession(act.sessionId, (open) => open.session.stop());
      case 'choose-mode':
        return this.#onSession(act.sessionId, async (open) => {
          await chooseMode(this.#ownerOf(open.session));
        });
      case 'open-review':
        return this.#onSession(act.sessionId, (open) => this.#ports.openReview(open.session, act.reviewId));
      case 'answer-permission':
        return this.#onSession(act.sessionId, (open) => {
          const { answer: kind, note } = act;
          const answer: PromptAnswer = kind === 'reject' ? { kind, note } : { kind };
          // E02: the question may have ended on its own; then the answer did nothing, and the view says so by itself.
          if (!open.prompter.answer(act.callId, answer)) sessions.refresh();
          return Promise.resolve();
        });
      case 'show-terminal':
        return this.#onSession(act.sessionId, (open) => {
          // The person may have closed it meanwhile; then the view says so by itself.
          if (!open.terminals.show(act.callId)) sessions.refresh();
          return Promise.resolve();
        });
      case 'show-edit':
        return this.#onSession(act.sessionId, async (open) => {
          const edit = open.prompter.open.find(({ call }) => call.id === act.callId)?.edit;
          if (edit) await this.#ports.edits.show(act.callId, edit);
        });
    }
  }

  async #submit({ session, prompts }: OpenSession, text: string): Promise<void> {
    const { sessions } = this.#ports;
    const { submitMessage } = await import('./submitMessage');
    const submitted = await submitMessage(text, {
      session,
      owner: this.#ownerOf(session),
      prompts: () => prompts.read(),
      prompt: (typed, expansion) => this.#prompt(session, typed, expansion),
    });
    // A message leaves the composer when the transcript shows it (H05); of a command it shows nothing.
    if (submitted === 'done') sessions.takeDraft(session.id);
    else sessions.refresh();
  }

  /** Runs a turn. Where none was run the person is told why. */
  async #prompt(session: Session, text: string, expansion = text): Promise<'sent' | 'kept'> {
    const { sessions, log } = this.#ports;
    if (this.#restore?.isRestoring === true) {
      void vscode.window.showInformationMessage(promptRefusal('restoring'));
      sessions.keepDraft(session.id, text);
      sessions.refresh();
      return 'kept';
    }
    sessions.keepDraft(session.id, '');
    const result = await session.prompt(text, expansion);
    if (result.state === 'ended') return 'sent';
    sessions.keepDraft(session.id, text);
    if (result.state === 'refused') void vscode.window.showInformationMessage(promptRefusal(result.code));
    else {
      log.error('a prompt could not be written', result.cause);
      void vscode.window.showErrorMessage(
        vscode.l10n.t(
          'Your message could not be written to the session log, so the agent was not asked. It is back in the composer.',
        ),
      );
    }
    sessions.refresh();
    return 'kept';
  }

  async #onSession(sessionId: string, act: (open: OpenSession) => Promise<void>): Promise<void> {
    const open = this.#ports.sessions.live.find(({ session }) => session.id === sessionId);
    if (open) await act(open);
    else this.#ports.sessions.refresh();
  }

  async #withMode(act: (owner: ModeOwner, session: Session) => Thenable<unknown>): Promise<void> {
    const session = this.#active();
    if (session) await act(this.#ownerOf(session), session);
  }

  /** The session that is shown; says so where there is none. */
  #active(): Session | undefined {
    return this.#activeOpen()?.session;
  }

  #activeOpen(): OpenSession | undefined {
    const { active } = this.#ports.sessions;
    if (!active)
      void vscode.window.showInformationMessage(
        vscode.l10n.t('There is no session yet. Start one in the Countersign view.'),
      );
    return active;
  }

  async #newRestore(): Promise<WorkspaceRestore> {
    const { sessions, log, subscriptions } = this.#ports;
    const { WorkspaceRestore } = await import('./workspaceRestore');
    const restore = new WorkspaceRestore({
      isTurnRunning: () => sessions.live.some(({ session }) => session.activity !== 'idle'),
      onFault: (what, cause) => log.error(what, cause),
    });
    subscriptions.push(restore);
    return restore;
  }

  #ownerOf(session: Session): ModeOwner {
    const { openReview } = this.#ports;
    return {
      get mode() {
        return session.register.mode;
      },
      get isTrusted() {
        return session.register.isTrusted;
      },
      get pendingReview() {
        return session.pendingReview;
      },
      switchMode: async (mode) => (await session.switchMode(mode)).state !== 'refused',
      openReview: async () => {
        if (session.pendingReview) await openReview(session, session.pendingReview.reviewId);
      },
    };
  }
}

export interface SessionActsPorts {
  readonly sessions: Sessions;
  readonly edits: ProposedEdits;
  readonly log: vscode.LogOutputChannel;
  readonly blockedBecause: string | null;
  /** What is to be disposed with the extension. */
  readonly subscriptions: vscode.ExtensionContext['subscriptions'];
  readonly openReview: (session: Session, reviewId: string) => Promise<void>;
}
