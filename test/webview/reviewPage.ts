import { build } from 'esbuild';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
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
  private constructor(
    private readonly browser: Browser,
    private readonly context: BrowserContext,
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
    // One context for all: opening one costs more than opening a page.
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    return new ReviewPages(
      browser,
      context,
      new Map(built.outputFiles.map((file) => [file.path.replace(/^.*[\\/]/, '/'), file.text])),
    );
  }

  /** Opens a page; `clock` lets a test move time on. Everything that would leave the machine is refused and counted. */
  async open({
    theme = 'dark',
    width = 1100,
    height = 760,
  }: { theme?: ThemeKind; width?: number; height?: number } = {}): Promise<OpenPage> {
    const page = await this.context.newPage();
    await page.setViewportSize({ width, height });
    const opened = new OpenPage(page);
    await page.clock.install();
    await page.addInitScript({ content: silentHost });
    await page.route('**', async (route) => {
      const { pathname, origin: from } = new URL(route.request().url());
      if (from !== origin) {
        opened.requests.push(route.request().url());
        return route.abort();
      }
      if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: documentOf(theme) });
      if (pathname === '/theme.css') return route.fulfill({ contentType: 'text/css', body: themeSheet(theme) });
      const body = this.files.get(pathname);
      if (body === undefined) {
        opened.requests.push(pathname);
        return route.abort();
      }
      return route.fulfill({ contentType: pathname.endsWith('.css') ? 'text/css' : 'text/javascript', body });
    });
    page.on('pageerror', (error) => opened.errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && opened.errors.push(message.text()));
    await page.goto(origin);
    return opened;
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
    await this.page.clock.runFor(600);
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

  async close(): Promise<void> {
    await this.page.close();
  }
}

// As text: the loader of the tests would put helpers of its own into a function.
const silentHost =
  'window.posted = []; window.acquireVsCodeApi = () => ({ postMessage: (message) => window.posted.push(message) });';

function documentOf(theme: ThemeKind): string {
  const csp = `default-src 'none'; style-src ${origin}; font-src ${origin}; img-src ${origin}; script-src 'nonce-abc'`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${csp}"><meta name="countersign-page" content="${token}">
<link rel="stylesheet" href="/theme.css"><link rel="stylesheet" href="/review.css"><title>Countersign</title></head>
<body data-page="review" class="vscode-${theme}"><main id="root"></main><script nonce="abc" src="/review.js"></script></body></html>`;
}
