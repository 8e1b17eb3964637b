import * as vscode from 'vscode';
import type { Session } from '../session/session';
import type { SessionSummary } from '../session/sessionStore';
import type { OpenSession } from './openSession';

/**
 * The sessions of this window's workspace folder: those that are stored, those that are live here, and the one that the
 * view and the status bar show.
 */
export class Sessions implements vscode.Disposable {
  readonly #ports: SessionsPorts;
  readonly #open = new Map<string, OpenSession>();
  readonly #opening = new Map<string, Promise<OpenSession | undefined>>();
  readonly #drafts = new Map<string, string>();
  readonly #draftsGiven = new Map<string, number>();
  readonly #changed = new vscode.EventEmitter<void>();
  #stored: readonly SessionSummary[] = [];
  #activeId: string | undefined;
  #loading: Promise<void> | undefined;
  #isLoaded = false;
  #isClosed = false;

  /** Fires after anything that can be read here, or of a live session, has changed. */
  readonly onDidChange = this.#changed.event;

  constructor(ports: SessionsPorts) {
    this.#ports = ports;
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  get active(): OpenSession | undefined {
    return this.#activeId === undefined ? undefined : this.#open.get(this.#activeId);
  }

  get live(): readonly OpenSession[] {
    return [...this.#open.values()];
  }

  /** What is stored and not live here, the latest first. */
  get stored(): readonly SessionSummary[] {
    return this.#stored.filter(({ header }) => !this.#open.has(header.id));
  }

  /** The first session, other than the active one if that has none, in which a plan waits for a person. */
  get waitingForReview(): OpenSession | undefined {
    return this.#activeOrFirst(({ session }) => session.pendingReview !== undefined);
  }

  /** The same for a question of the agent. */
  get waitingForAnswer(): OpenSession | undefined {
    return this.#activeOrFirst(({ session }) => session.activity === 'waiting-for-answer');
  }

  /**
   * Reads what is stored, once, and opens the session that was used last. Rejects where it cannot be read; the next call
   * tries again.
   */
  load(): Promise<void> {
    this.#loading ??= this.#load().catch((cause: unknown) => {
      this.#loading = undefined;
      throw cause;
    });
    return this.#loading;
  }

  /** Starts a session and shows it. Undefined, and the person is told, where it could not be written. */
  async create(): Promise<OpenSession | undefined> {
    await this.load();
    const created = await this.#adopt(await this.#ports.create());
    if (created) this.#activate(created.session.id);
    return created;
  }

  /** Begins a session with the conversation of another one up to an entry, and shows it. Undefined, and the person is told, where it could not. */
  async fork(session: Session, entryId: string): Promise<OpenSession | undefined> {
    const forked = await this.#adopt(await this.#ports.fork(session, entryId));
    if (forked) this.#activate(forked.session.id);
    return forked;
  }

  /** Opens a stored session, or shows a live one. */
  async show(sessionId: string): Promise<void> {
    const opened = await this.#openOnce(sessionId);
    if (opened) this.#activate(sessionId);
  }

  /** O03: goes on with a session that another window has, because a person said so, and shows it. */
  async takeOver(sessionId: string): Promise<void> {
    const taken = await this.#adopt(await this.#ports.takeOver(sessionId));
    if (taken) this.#activate(sessionId);
  }

  /** A live session, opened from the store where it is not live yet. */
  async find(sessionId: string): Promise<Session | undefined> {
    await this.load();
    return (await this.#openOnce(sessionId))?.session;
  }

  draft(sessionId: string): string {
    return this.#drafts.get(sessionId) ?? '';
  }

  /** How often a text was put into the composer from here; the page takes such a draft, and no other, as news. */
  draftsGiven(sessionId: string): number {
    return this.#draftsGiven.get(sessionId) ?? 0;
  }

  /** Puts a text into the composer, above what the person has begun there. */
  giveDraft(sessionId: string, text: string): void {
    const begun = this.draft(sessionId);
    this.#drafts.set(sessionId, begun.trim() === '' || begun === text ? text : `${text}\n\n${begun}`);
    this.#draftsGiven.set(sessionId, this.draftsGiven(sessionId) + 1);
    this.#changed.fire();
  }

  /** Empties the composer: what stood there was carried out. */
  takeDraft(sessionId: string): void {
    this.keepDraft(sessionId, '');
    this.giveDraft(sessionId, '');
  }

  keepDraft(sessionId: string, text: string): void {
    this.#drafts.set(sessionId, text);
  }

  /** Something that is shown has changed outside the sessions: trust, a question. */
  refresh(): void {
    this.#changed.fire();
  }

  /** Ends the turns and writes what was begun. What is being opened is let go as soon as it is there. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const ends = await Promise.allSettled(this.live.map(({ session }) => session.dispose()));
    const causes = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    if (causes.length > 0) throw new AggregateError(causes, `${causes.length} session(s) did not end in order`);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #load(): Promise<void> {
    this.#stored = await this.#ports.list();
    const [latest] = this.#stored;
    const opened = latest && (await this.#openOnce(latest.header.id));
    // The person may have chosen another one meanwhile.
    if (opened) this.#activeId ??= opened.session.id;
    this.#isLoaded = true;
    this.#changed.fire();
  }

  #activeOrFirst(is: (open: OpenSession) => boolean): OpenSession | undefined {
    const fitting = this.live.filter(is);
    return fitting.find(({ session }) => session.id === this.#activeId) ?? fitting[0];
  }

  #openOnce(sessionId: string): Promise<OpenSession | undefined> {
    const live = this.#open.get(sessionId);
    if (live) return Promise.resolve(live);
    const underWay = this.#opening.get(sessionId);
    if (underWay) return underWay;
    const opening = this.#ports
      .open(sessionId)
      .then((opened) => this.#adopt(opened))
      .finally(() => this.#opening.delete(sessionId));
    this.#opening.set(sessionId, opening);
    return opening;
  }

  async #adopt(opened: OpenSession | undefined): Promise<OpenSession | undefined> {
    if (opened && this.#isClosed) {
      // The window goes away: its lock must not outlive it.
      await opened.session.dispose();
      return undefined;
    }
    if (!opened) return undefined;
    this.#open.set(opened.session.id, opened);
    opened.session.onDidChange(() => {
      // O03: another window has it now.
      if (opened.session.isClosed && !this.#isClosed) this.#open.delete(opened.session.id);
      this.#changed.fire();
    });
    return opened;
  }

  #activate(sessionId: string): void {
    this.#activeId = sessionId;
    this.#changed.fire();
  }
}

/** How sessions are read, begun and opened; each tells the person itself what went wrong. */
export interface SessionsPorts {
  list(): Promise<readonly SessionSummary[]>;
  create(): Promise<OpenSession | undefined>;
  open(sessionId: string): Promise<OpenSession | undefined>;
  fork(session: Session, entryId: string): Promise<OpenSession | undefined>;
  takeOver(sessionId: string): Promise<OpenSession | undefined>;
}
