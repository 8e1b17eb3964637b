#!/usr/bin/env node
// Stands in for the VS Code executable in runTests({ vscodeExecutablePath }) of @vscode/test-electron: takes VS Code's
// flags, runs code-server and a Chromium, passes on what the tests print and ends with their exit code.
import { cpSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { atEnd, endProcess, isEnding } from '../process/lifetime.mjs';
import { launchChromium } from './chromium.mjs';
import { startCodeServer } from './codeServer.mjs';
import { freshFolders, testSettings, writeSettings } from './freshFolders.mjs';
import { installVsCode } from './installVsCode.mjs';
import { remoteUri, workbenchUrl } from './workbenchUrl.mjs';

const limitMs = 300_000;
const results = fileURLToPath(new URL('../../test-results/', import.meta.url));

// The workbench's own log comes through the same function as the console of the extension host; a log level above
// "info" would silence both. COUNTERSIGN_SHIM_VERBOSE shows all.
const isVerbose = process.env['COUNTERSIGN_SHIM_VERBOSE'] !== undefined;
const chatter =
  /^(\[(AgentHost|ChatModelSelection|AccountPolicyGate|RemoteAgentHostProtocol|reconnection-grace|Service Worker)|Resolv(ing|ed) connection token|Creating a socket|Updating additional builtin|Ignoring fetching additional builtin|DialogService: Dialog requested|%c)/;

const { flags, folder } = readFlags(process.argv.slice(2));
const tests = flags.get('extensionTestsPath')?.at(-1);
const [extension, ...others] = flags.get('extensionDevelopmentPath') ?? [];
if (tests === undefined) throw new Error('Only for extension tests: --extensionTestsPath is missing.');

process.on('unhandledRejection', (reason) => void finish(1, String(reason)));
setTimeout(() => void finish(124, `the tests have not ended after ${limitMs / 1000} s`), limitMs).unref();

const folders = freshFolders();
atEnd(() => rmSync(folders.base, { recursive: true, force: true }));
try {
  await openWithTests(tests);
} catch (error) {
  await finish(1, error instanceof Error ? error.message : String(error));
}

/** @param {string} tests */
async function openWithTests(tests) {
  writeSettings(folders, testSettings);
  // In a browser VS Code takes one extension under development; the others are there as installed ones.
  for (const place of others) cpSync(place, path.join(folders.extensions, path.basename(place)), { recursive: true });
  // The environment of the tests (extensionTestsEnv) reaches the extension host through the server's own.
  const server = await startCodeServer(await installVsCode(), folders, { trust: false, testDriver: true });
  void server.ended.then(() => finish(1, 'code-server ended'));
  const browser = await launchChromium();
  atEnd(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on('crash', () => void finish(1, 'the page crashed'));
  if (isVerbose) page.on('console', (message) => console.error(`[page ${message.type()}] ${message.text()}`));

  // The two functions that VS Code's own integration tests in a browser use.
  await page.exposeFunction('codeAutomationLog', (/** @type {string} */ type, /** @type {unknown[]} */ words) => {
    if (!isVerbose && typeof words[0] === 'string' && chatter.test(words[0])) return;
    if (type === 'error' || type === 'warn') console.error(...words);
    else console.log(...words);
  });
  await page.exposeFunction('codeAutomationExit', (/** @type {number | undefined} */ code) => {
    // Answer first, then end: the page waits for this call.
    setTimeout(() => void finish(code ?? 0), 200);
  });
  await page.goto(
    workbenchUrl(server, {
      folder,
      payload: [
        ...(extension === undefined ? [] : [['extensionDevelopmentPath', remoteUri(server, extension)]]),
        ['extensionTestsPath', remoteUri(server, tests)],
        ['skipWelcome', 'true'],
      ],
    }),
  );
}

/** @param {number} code @param {string} [why] */
async function finish(code, why) {
  if (isEnding()) return;
  if (why !== undefined) console.error(`[shim] ${why}`);
  if (code !== 0 && existsSync(folders.user)) keepLogs();
  await endProcess(code);
}

function keepLogs() {
  const kept = path.join(results, 'extension-host-logs');
  for (const place of [path.join(folders.user, 'logs'), path.join(folders.base, 'server.log')]) {
    if (existsSync(place)) cpSync(place, path.join(kept, path.basename(place)), { recursive: true });
  }
  console.error(`[shim] logs are kept in ${path.relative(process.cwd(), kept)}`);
}

/**
 * @param {readonly string[]} words
 * @returns {{ flags: Map<string, string[]>, folder: string | undefined }}
 */
function readFlags(words) {
  /** @type {Map<string, string[]>} */
  const flags = new Map();
  let folder;
  for (const word of words) {
    const [, name, value = 'true'] = /^--([\w-]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (name === undefined) folder = path.resolve(word);
    else flags.set(name, [...(flags.get(name) ?? []), value.startsWith('file:') ? fileURLToPath(value) : value]);
  }
  return { flags, folder };
}
