import { type Browser, type Page } from 'playwright-core';
import { launchChromium } from '../../scripts/vscode/chromium.mjs';
import { reviewPageMessageSchema, type ReviewAct, type ReviewHostMessage } from '../../src/protocol/reviewMessages';
import { buildPage, openTab, pageToken, type OpenPage, type Shown, type Tab } from './support/builtPage';

/** The review page in a browser. Its clock runs, and a test can move it on. */
export class ReviewPages {
  private constructor(
    private readonly browser: Browser,
    private readonly tab: Tab,
  ) {}

  static async start(): Promise<ReviewPages> {
    const [browser, built] = await Promise.all([launchChromium(), buildPage('review')]);
    return new ReviewPages(browser, await openTab(browser, built, { movesClock: true }));
  }

  async open(shown: Shown = {}): Promise<OpenReview> {
    return new OpenReview(await this.tab.open({ width: 1100, height: 760, isMotionReduced: true, ...shown }));
  }

  async stop(): Promise<void> {
    await this.browser.close();
  }
}

/** One open review, with what it said and what went wrong on it. */
export class OpenReview {
  readonly page: Page;

  constructor(private readonly open: OpenPage) {
    this.page = open.page;
  }

  /** What the policy refused, what was asked for outside, and errors of the script. */
  get problems(): readonly string[] {
    return this.open.problems();
  }

  /** Sends a message of the host, and returns when the page has drawn it. */
  async send(message: ReviewHostMessage): Promise<void> {
    await this.open.send(message);
  }

  /** Lets the arm time pass. */
  async arm(): Promise<void> {
    await this.page.clock.fastForward(600);
  }

  /** What the page posted, `ready` aside, without its token. A message without the token fails. */
  async posted(): Promise<readonly ReviewAct[]> {
    return (await this.open.posted()).flatMap((message) => {
      const { page, ...act } = reviewPageMessageSchema.parse(message);
      if (page !== pageToken) throw new Error('A message went out without the token of its page.');
      return act.type === 'ready' ? [] : [act];
    });
  }

  async decisions(): Promise<readonly unknown[]> {
    return (await this.posted()).flatMap((act) => (act.type === 'decide' ? [act.decision] : []));
  }
}
