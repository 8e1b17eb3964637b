import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { atEnd } from '../process/lifetime.mjs';
import { killGroup, must } from '../process/run.mjs';

/** @typedef {import('./installVsCode.mjs').VsCode} VsCode */
/** @typedef {import('./freshFolders.mjs').Folders} Folders */

/**
 * @typedef {object} Server
 * @property {string} origin `http://127.0.0.1:port`
 * @property {string} authority of `vscode-remote:` URIs
 * @property {number} pid
 * @property {string} log file with what it prints
 * @property {Promise<void>} ended settles when it has ended, asked or not
 * @property {() => Promise<void>} stop ends it and all that it started
 */

const startLimitMs = 60_000;
const stopLimitMs = 5_000;

/**
 * Installs extensions, as a person does from the command line.
 *
 * @param {VsCode} vsCode
 * @param {Folders} folders
 * @param {readonly string[]} files VSIX files
 */
export async function installExtensions(vsCode, folders, files) {
  const wanted = files.flatMap((file) => ['--install-extension', file]);
  await must(vsCode.node, [vsCode.entry, ...wanted, '--force', ...places(folders)], { env: cleanEnvironment() });
}

/**
 * Starts a server that listens on this machine only, with a free port unless one is given.
 *
 * @param {VsCode} vsCode
 * @param {Folders} folders
 * @param {{ trust?: boolean, testDriver?: boolean, port?: number, env?: NodeJS.ProcessEnv }} [options]
 *   `trust`: workspace trust asks, as at a person's (default); `testDriver`: the page takes extension tests
 * @returns {Promise<Server>} once it listens
 */
export async function startCodeServer(vsCode, folders, { trust = true, testDriver = false, port = 0, env = {} } = {}) {
  const log = path.join(folders.base, 'server.log');
  const args = [
    ...['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, ...places(folders)],
    ...['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'],
    ...(trust ? [] : ['--disable-workspace-trust']),
    ...(testDriver ? ['--vscode-option', 'enable-smoke-test-driver'] : []),
  ];
  const child = spawn(vsCode.node, [vsCode.entry, ...args], {
    env: cleanEnvironment(env),
    // A process group of its own, so that all that it starts can be ended with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${vsCode.node} does not start.`);
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    killGroup(pid);
    const impatience = setTimeout(() => killGroup(pid, 'SIGKILL'), stopLimitMs);
    await ended;
    clearTimeout(impatience);
    killGroup(pid, 'SIGKILL');
    forget();
  };
  const forget = atEnd(stop);
  const found = await listening(child, log);
  const authority = `127.0.0.1:${found}`;
  return { origin: `http://${authority}`, authority, pid, log, ended, stop };
}

/**
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} child
 * @param {string} log
 * @returns {Promise<number>} the port
 */
async function listening(child, log) {
  const file = createWriteStream(log);
  let text = '';
  return await new Promise((resolve, reject) => {
    const limit = setTimeout(
      () => reject(new Error(`VS Code does not listen after ${startLimitMs / 1000} s.\n${text}`)),
      startLimitMs,
    );
    /** @param {Buffer} bytes */
    const read = (bytes) => {
      file.write(bytes);
      if (text.length < 20_000) text += bytes.toString();
      const port = /HTTP server listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1];
      if (port === undefined) return;
      clearTimeout(limit);
      resolve(Number(port));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', (code) => {
      file.end();
      clearTimeout(limit);
      reject(new Error(`VS Code ended (${String(code)}) before it listened.\n${text}`));
    });
  });
}

/** @param {Folders} folders */
function places({ user, extensions, config }) {
  return ['--config', config, '--user-data-dir', user, '--extensions-dir', extensions];
}

/**
 * Without what a VS Code or an npm around us put into the environment; with no extension gallery: asking it is the only
 * request that would leave this machine.
 *
 * @param {NodeJS.ProcessEnv} [more]
 * @returns {NodeJS.ProcessEnv}
 */
function cleanEnvironment(more = {}) {
  const foreign = /^(VSCODE_|ELECTRON_|npm_|CODE_SERVER_)|^(NODE_OPTIONS|PORT|PASSWORD)$/i;
  const own = Object.entries({ ...process.env, ...more }).filter(([name]) => !foreign.test(name));
  return { ...Object.fromEntries(own), EXTENSIONS_GALLERY: '{}' };
}
