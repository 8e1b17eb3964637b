import { build } from 'esbuild';
import { chromium, type Browser, type Page, type Route } from 'playwright-core';
import type { ReviewAct, ReviewHostMessage } from '../../src/protocol/reviewMessages';
import { themeSheet, type ThemeKind } from './themes';

const origin = 'https://review.test';
const token = 'the-page-token';
const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-dev-shm-usage',
];

/** Where the browser is; the set-up of the tests may name another. */
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** The built page in a real browser, under the policy that the host gives it, with a host that only listens. */
export class ReviewPages {
  #opened: OpenPage | undefined;
  #theme: ThemeKind = 'dark';

  private constructor(
    private readonly browser: Browser,
    private readonly page: Page,
    private readonly files: ReadonlyMap<string, string>,
  ) {}

  static async start(): Promise<ReviewPages> {
    const [browser, built] = await Promise.all([
      chromium.launch({ executablePath, headless: true, args: chromiumArgs }),
      build({
        entryPoints: { review: 'webview/review/main.tsx' },
        outdir: 'out',
        bundle: true,
        write: false,
        format: 'iife',
        jsx: 'automatic',
        jsxImportSource: 'preact',
        target: 'chrome132',
      }),
    ]);
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    const files = new Map(built.outputFiles.map((file) => [file.path.replace(/^.*[\\/]/, '/'), file.text]));
    const pages = new ReviewPages(browser, page, files);
    await page.clock.install();
    await page.addInitScript({ content: silentHost });
    await page.route('**', (route) => pages.#serve(route));
    page.on('pageerror', (error) => pages.#opened?.errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && pages.#opened?.errors.push(message.text()));
    return pages;
  }

  /**
   * Opens a fresh document in the one page there is: a page of its own would cost more than most tests. Its clock runs, and
   * a test can move it on. Everything that would leave the machine is refused and counted.
   */
  async open({ theme = 'dark', width = 1100, height = 760 }: OpenOptions = {}): Promise<OpenPage> {
    this.#opened = new OpenPage(this.page);
    this.#theme = theme;
    await this.page.setViewportSize({ width, height });
    await this.page.goto(origin);
    return this.#opened;
  }

  async #serve(route: Route): Promise<void> {
    const { pathname, origin: from } = new URL(route.request().url());
    const body = from === origin ? this.#bodyOf(pathname) : undefined;
    if (body === undefined) {
      this.#opened?.requests.push(route.request().url());
      return route.abort();
    }
    const kind = pathname.endsWith('.css') ? 'css' : pathname.endsWith('.js') ? 'javascript' : 'html';
    return route.fulfill({ contentType: `text/${kind}`, body });
  }

  #bodyOf(pathname: string): string | undefined {
    if (pathname === '/') return documentOf(this.#theme);
    return pathname === '/theme.css' ? themeSheet(this.#theme) : this.files.get(pathname);
  }

  async stop(): Promise<void> {
    await this.browser.close();
  }
}

/** One open page, with what it said and what went wrong on it. */
export class OpenPage {
  readonly errors: string[] = [];
  readonly requests: string[] = [];

  constructor(readonly page: Page) {}

  /** Sends a message of the host, and returns when the page has drawn it. */
  async send(message: ReviewHostMessage): Promise<void> {
    await this.page.evaluate(async (data) => {
      window.dispatchEvent(new MessageEvent('message', { data }));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }, message);
  }

  /** Lets the arm time pass. */
  async arm(): Promise<void> {
    await this.page.clock.fastForward(600);
  }

  /** What the page posted, `ready` aside, without its token. A message without the token fails. */
  async posted(): Promise<readonly ReviewAct[]> {
    const said = await this.page.evaluate(() => Reflect.get(window, 'posted') as (ReviewAct & { page: string })[]);
    return said.flatMap(({ page, ...act }) => {
      if (page !== token) throw new Error('A message went out without the token of its page.');
      return act.type === 'ready' ? [] : [act];
    });
  }

  async decisions(): Promise<readonly unknown[]> {
    return (await this.posted()).flatMap((act) => (act.type === 'decide' ? [act.decision] : []));
  }
}

// As text: the loader of the tests would put helpers of its own into a function.
const silentHost =
  'window.posted = []; window.acquireVsCodeApi = () => ({ postMessage: (message) => window.posted.push(message) });';

interface OpenOptions {
  readonly theme?: ThemeKind;
  readonly width?: number;
  readonly height?: number;
}

function documentOf(theme: ThemeKind): string {
  const csp = `default-src 'none'; style-src ${origin}; font-src ${origin}; img-src ${origin}; script-src 'nonce-abc'`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${csp}"><meta name="countersign-page" content="${token}">
<link rel="stylesheet" href="/theme.css"><link rel="stylesheet" href="/review.css"><title>Countersign</title></head>
<body data-page="review" class="vscode-${theme}"><main id="root"></main><script nonce="abc" src="/review.js"></script></body></html>`;
}
