import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { launchChromium } from '../vscode/chromium.mjs';
import { startCodeServer } from '../vscode/codeServer.mjs';
import { freshFolders, testSettings, writeSettings } from '../vscode/freshFolders.mjs';
import { installVsCode } from '../vscode/installVsCode.mjs';
import { remoteUri, workbenchUrl } from '../vscode/workbenchUrl.mjs';
import { summarize } from './statistics.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The steps in their order; each one's time is counted from the one before. */
const steps = /** @type {const} */ (['call', 'frozen', 'editor', 'page', 'shown']);

/**
 * From the `exit_plan_mode` call to a review that can be used: drawn, in focus, with its buttons enabled. In a real
 * VS Code, by test/bench/reviewLatency.ts in its extension host, with the pages as they are shipped (`dist/`).
 *
 * @returns {Promise<{ total: import('./statistics.mjs').Summary, steps: Record<string, import('./statistics.mjs').Summary> }>}
 *   in milliseconds
 */
export async function measureReviewLatency() {
  const bundle = path.join(root, 'out/bench/reviewLatency.cjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['test/bench/reviewLatency.ts'],
    outfile: bundle,
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: ['vscode'],
    logLevel: 'warning',
  });
  const folders = freshFolders();
  writeSettings(folders, testSettings);
  const editor = path.join(root, 'test/vscode/support/reviewEditorExtension');
  cpSync(editor, path.join(folders.extensions, path.basename(editor)), { recursive: true });
  const env = { COUNTERSIGN_ROOT: root };
  const server = await startCodeServer(await installVsCode(), folders, { trust: false, testDriver: true, env });
  const browser = await launchChromium();
  try {
    return resultOf(
      await tellingsOf(await browser.newPage({ viewport: { width: 1280, height: 900 } }), server, bundle),
    );
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folders.base, { recursive: true, force: true });
  }
}

/** @typedef {{ step: string, at: number }} Telling */

/**
 * @param {import('playwright-core').Page} page
 * @param {{ origin: string, authority: string }} server
 * @param {string} bundle
 * @returns {Promise<Telling[]>}
 */
async function tellingsOf(page, server, bundle) {
  /** @type {Telling[]} */
  const tellings = [];
  /** @param {string} text */
  const hear = (text) => {
    const [, step, at] = /^bench (\w+) ([\d.]+)$/.exec(text) ?? [];
    if (step !== undefined) tellings.push({ step, at: Number(at) });
    else if (isVerbose) console.error(text);
  };
  page.on('console', (message) => hear(message.text()));
  await page.addInitScript(tellWhenShown);
  /** @type {Promise<void>} */
  const ended = new Promise((resolve, reject) => {
    void page.exposeFunction('codeAutomationLog', (/** @type {string} */ _type, /** @type {unknown[]} */ words) =>
      hear(words.map(String).join(' ')),
    );
    void page.exposeFunction('codeAutomationExit', (/** @type {number | undefined} */ code) =>
      code === 0 || code === undefined ? resolve() : reject(new Error(`The bench ended with ${code}.`)),
    );
  });
  await page.goto(
    workbenchUrl(server, {
      folder: root,
      payload: [
        ['extensionTestsPath', remoteUri(server, bundle)],
        ['extensionDevelopmentPath', remoteUri(server, root)],
      ],
    }),
  );
  await ended;
  return tellings;
}

/**
 * Runs in every frame; only the review page has what it looks for. It looks every few milliseconds (animation frames are
 * lost when the page is written into the frame) and tells after the paint.
 */
function tellWhenShown() {
  if (window === window.top) return;
  const looking = setInterval(() => {
    const button = document.querySelector('[data-name="default"]');
    if (!(button instanceof HTMLButtonElement) || button.disabled || !document.hasFocus()) return;
    clearInterval(looking);
    requestAnimationFrame(() =>
      setTimeout(() => console.log(`bench shown ${performance.timeOrigin + performance.now()}`)),
    );
  }, 4);
}

/** @param {readonly Telling[]} tellings */
function resultOf(tellings) {
  const warm = tellings.findIndex(({ step }) => step === 'warm');
  const rounds = [];
  for (const { step, at } of tellings.slice(warm).sort((a, b) => a.at - b.at)) {
    if (step === 'call') rounds.push(new Map([[step, at]]));
    // The model is asked again after the dismissal in no round; a step counts once.
    else if (rounds.at(-1)?.has(step) === false) rounds.at(-1)?.set(step, at);
  }
  const whole = rounds.filter((round) => steps.every((step) => round.has(step)));
  if (whole.length < rounds.length) console.error(`${rounds.length - whole.length} rounds were not seen to the end`);
  /** @param {string} from @param {string} to */
  const between = (from, to) => whole.map((round) => (round.get(to) ?? Number.NaN) - (round.get(from) ?? Number.NaN));
  return {
    total: summarize(between('call', 'shown')),
    steps: Object.fromEntries(
      steps.slice(1).map((step, index) => [step, summarize(between(steps[index] ?? 'call', step))]),
    ),
  };
}

const isVerbose = process.env['COUNTERSIGN_SHIM_VERBOSE'] !== undefined;
