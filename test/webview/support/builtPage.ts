import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import * as z from 'zod/mini';

/** The four kinds of theme that VS Code knows. */
export const themeKinds = ['dark', 'light', 'hc-dark', 'hc-light'] as const;
type ThemeKind = (typeof themeKinds)[number];

/** The token that the page has to put on every message (J01). */
export const pageToken = 'token-of-this-page';

const root = path.resolve(import.meta.dirname, '../../..');
const origin = 'http://page.test';
const themeColors = z
  .record(z.enum(themeKinds), z.record(z.string(), z.string()))
  .parse(JSON.parse(readFileSync(path.join(import.meta.dirname, 'themeColors.json'), 'utf8')));
const postedSchema = z.array(z.record(z.string(), z.unknown()));
const axeSchema = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      nodes: z.array(z.object({ html: z.string(), failureSummary: z.optional(z.string()) })),
    }),
  ),
});
const bodyClasses: Record<ThemeKind, string> = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  'hc-dark': 'vscode-high-contrast',
  'hc-light': 'vscode-high-contrast vscode-high-contrast-light',
};
// As VS Code puts into every webview before the page's own style sheet.
const vscodeDefaultStyle = `
html { scrollbar-color: var(--vscode-scrollbarSlider-background) transparent; }
body { overscroll-behavior-x: none; background-color: transparent; color: var(--vscode-editor-foreground);
  font-family: var(--vscode-font-family); font-weight: var(--vscode-font-weight); font-size: var(--vscode-font-size); margin: 0; padding: 0 20px; }
img, video { max-width: 100%; max-height: 100%; }
a, a code { color: var(--vscode-textLink-foreground); }
`;

/** What the bundler makes of one of the two pages. */
export interface BuiltPage {
  readonly name: 'review' | 'session';
  readonly script: string;
  readonly style: string;
}

/** Builds a page as the extension does, into memory. */
export async function buildPage(name: BuiltPage['name']): Promise<BuiltPage> {
  const result = await build({
    entryPoints: { [name]: path.join(root, 'webview', name, 'main.tsx') },
    outdir: '/',
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'silent',
  });
  const textOf = (extension: string): string =>
    result.outputFiles.find((file) => file.path.endsWith(extension))?.text ?? '';
  return { name, script: textOf('.js'), style: textOf('.css') };
}

export interface Shown {
  readonly theme?: ThemeKind;
  readonly width?: number;
  readonly height?: number;
  readonly isMotionReduced?: boolean;
}

/** A page in a browser, with a host that only listens. */
export interface OpenPage {
  readonly page: Page;
  /** Posts a message as the host does. It has been handled when this resolves. */
  readonly send: (message: unknown) => Promise<void>;
  /** What the page has posted so far, oldest first. */
  readonly posted: () => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** What the content security policy refused, and errors of the script. */
  readonly problems: () => readonly string[];
}

/** One tab of a browser, in which a built page can be opened afresh as often as wanted: much faster than a new tab each time. */
export interface Tab {
  readonly open: (shown?: Shown) => Promise<OpenPage>;
}

/**
 * A tab that serves a built page under the content security policy that the extension gives it. Whatever else the page
 * asks for is refused and counted among its problems. Its clock can be moved on by the test where that says so.
 */
export async function openTab(browser: Browser, built: BuiltPage, { movesClock = false } = {}): Promise<Tab> {
  const page = await browser.newPage();
  page.setDefaultTimeout(3000);
  if (movesClock) await page.clock.install();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.route('**', (route) => {
    const { pathname, searchParams, origin: asked } = new URL(route.request().url());
    if (asked !== origin) {
      problems.push(route.request().url());
      return route.abort();
    }
    if (pathname.endsWith('.js')) return route.fulfill({ contentType: 'text/javascript', body: built.script });
    if (pathname === '/default.css') return route.fulfill({ contentType: 'text/css', body: vscodeDefaultStyle });
    if (pathname.endsWith('.css')) return route.fulfill({ contentType: 'text/css', body: built.style });
    const theme = themeKinds.find((kind) => kind === searchParams.get('theme'));
    if (theme !== undefined) return route.fulfill({ contentType: 'text/html', body: htmlOf(built.name, theme) });
    return route.fulfill({ status: 404 });
  });
  // The loader of the tests names functions with a helper that a page does not have.
  await page.addInitScript('globalThis.__name = (named) => named;');
  await page.addInitScript((themes: Record<string, Record<string, string>>) => {
    const posted: unknown[] = [];
    Object.assign(globalThis, {
      posted,
      acquireVsCodeApi: () => ({ postMessage: (message: unknown) => posted.push(structuredClone(message)) }),
    });
    document.addEventListener('DOMContentLoaded', () => {
      const { style } = document.documentElement;
      const colors = themes[new URLSearchParams(location.search).get('theme') ?? ''] ?? {};
      for (const [name, value] of Object.entries(colors)) style.setProperty(name, value);
      style.backgroundColor = `var(--vscode-${document.body.dataset['page'] === 'session' ? 'sideBar' : 'editor'}-background)`;
    });
  }, themeColors);
  return {
    open: async (shown = {}) => {
      problems.length = 0;
      await page.setViewportSize({ width: shown.width ?? 320, height: shown.height ?? 640 });
      await page.emulateMedia({ reducedMotion: shown.isMotionReduced === true ? 'reduce' : 'no-preference' });
      await page.goto(`${origin}/?theme=${shown.theme ?? 'dark'}`);
      return {
        page,
        send: (message) => page.evaluate(postAsHost, message),
        posted: async () => postedSchema.parse(await page.evaluate('posted')),
        problems: () => problems,
      };
    },
  };
}

/** Runs in the page. Messages of a window are handled in order, so this listener, the last one, hears it after the page. */
function postAsHost(message: unknown): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('message', () => requestAnimationFrame(() => setTimeout(resolve)), { once: true });
    window.postMessage(message, '*');
  });
}

function htmlOf(name: BuiltPage['name'], theme: ThemeKind): string {
  const csp = [
    "default-src 'none'",
    `style-src ${origin}`,
    `font-src ${origin}`,
    `img-src ${origin}`,
    "script-src 'nonce-n'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${csp}">
<meta name="countersign-page" content="${pageToken}">
<link rel="stylesheet" href="${origin}/default.css">
<link rel="stylesheet" href="${origin}/${name}.css">
<title>Countersign</title>
</head>
<body class="${bodyClasses[theme]}" data-page="${name}">
<main id="root"></main>
<script nonce="n" src="${origin}/${name}.js"></script>
</body>
</html>`;
}

const axeSource = readFileSync(path.join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** What axe-core has to say against the page: one line for each broken rule and element. */
export async function axeProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(axeSource);
  const { violations } = axeSchema.parse(await page.evaluate('axe.run()'));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 120)} ${node.failureSummary ?? ''}`),
  );
}

/** Waits until a condition holds; fails after three seconds with the last value seen. */
export async function until<T>(look: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  const end = Date.now() + 3000;
  for (;;) {
    const value = await look();
    if (holds(value)) return value;
    if (Date.now() > end) throw new Error(`It did not come to pass. Last seen: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
