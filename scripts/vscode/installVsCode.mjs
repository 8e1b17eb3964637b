import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { must } from '../process/run.mjs';
import { ensureSystemPackages } from '../setup/ensureSystemPackages.mjs';
import { npm } from '../setup/npm.mjs';
import { say } from '../setup/say.mjs';

/** VS Code 1.139.1 as code-server, and the Node that it runs on: a package too, whatever this machine's Node is. */
const usual = { version: '4.139.1', node: '24.22.3' };

const defaultRoot = fileURLToPath(new URL('../../.vscode-test', import.meta.url));

/** @typedef {{ node: string, entry: string, version: string }} VsCode paths of its Node and of its entry script */

/**
 * Installs a real VS Code (code-server) from the package registry, unless it is there. It needs g++, make and python3:
 * nothing runs of what the packages would run by themselves; only the two add-ons that the server cannot do without
 * are built.
 *
 * @param {{ version?: string, root?: string }} [options] version of code-server (4.100.3 is VS Code 1.100.3), else the
 *   environment's COUNTERSIGN_CODE_SERVER, else the usual one
 * @returns {Promise<VsCode>}
 */
export async function installVsCode({
  version = process.env['COUNTERSIGN_CODE_SERVER'] ?? usual.version,
  root = defaultRoot,
} = {}) {
  const folder = path.join(root, `vscode-${version}`);
  const present = await installed(folder);
  if (present !== undefined) return present;
  await ensureSystemPackages({ 'g++': 'g++', make: 'make', python3: 'python3' }, 'to build two add-ons of VS Code');
  say(`installing VS Code (code-server ${version}) from the package registry, about a minute …`);
  await removeUnfinished(root);
  // Built under another name: what has the final name is whole.
  const building = `${folder}.unfinished-${process.pid}`;
  await build(building, version);
  await rm(folder, { recursive: true, force: true });
  await rename(building, folder);
  const made = await installed(folder);
  if (made === undefined) throw new Error(`${folder} has no mark of a finished install.`);
  say(`VS Code is in ${path.relative(process.cwd(), folder)}`);
  return made;
}

/** @param {string} folder @param {string} version */
async function build(folder, version) {
  await mkdir(folder, { recursive: true });
  const nodePackage = `node-${process.platform}-${process.arch}`;
  const nodeVersion = version === usual.version ? usual.node : `^${await neededNode(folder, version)}`;
  /** @param {Record<string, string>} dependencies */
  const declare = (dependencies) =>
    writeFile(
      path.join(folder, 'package.json'),
      JSON.stringify({ name: 'vscode-under-test', private: true, dependencies }),
    );

  await declare({ [nodePackage]: nodeVersion });
  await npm(['install', '--engine-strict=false'], { cwd: folder });

  // From here on npm runs on that Node, which is also first in the PATH and gives node-gyp its headers.
  const nodeHome = path.join(folder, 'node_modules', nodePackage);
  const node = path.join(nodeHome, 'bin/node');
  const env = {
    PATH: path.join(nodeHome, 'bin') + path.delimiter + (process.env['PATH'] ?? ''),
    npm_config_nodedir: nodeHome,
  };
  await declare({ [nodePackage]: nodeVersion, 'code-server': version });
  await npm(['install', '--ignore-scripts'], { cwd: folder, node, env });
  const editor = path.join(folder, 'node_modules/code-server/lib/vscode');
  await npm(['install', '--omit=dev', '--ignore-scripts'], { cwd: editor, node, env });
  await npm(['install', '--omit=dev', '--ignore-scripts'], { cwd: path.join(editor, 'extensions'), node, env });
  await npm(['rebuild', '@vscode/spdlog', '@vscode/native-watchdog'], { cwd: editor, node, env });
  // Older versions bring no binary of this one, and do not start without it.
  if (version !== usual.version) await npm(['rebuild', 'argon2'], { cwd: folder, node, env });

  // It has to start before it counts as installed; without a configuration of its own it would write one into HOME.
  const config = path.join(folder, 'config.yaml');
  const entry = path.join(folder, 'node_modules/code-server/out/node/entry.js');
  await writeFile(config, '');
  await must(node, [entry, '--config', config, '--version']);
  await writeFile(
    path.join(folder, 'installed.json'),
    JSON.stringify({ node: path.relative(folder, node), entry: path.relative(folder, entry), version }),
  );
}

/** @param {string} cwd @param {string} version @returns {Promise<string>} the Node that this code-server asks for */
async function neededNode(cwd, version) {
  const answer = JSON.parse(await npm(['view', `code-server@${version}`, 'engines.node', '--json'], { cwd }));
  if (typeof answer === 'string') return answer;
  throw new Error(`code-server ${version} does not say which Node it needs.`);
}

/** @param {string} folder @returns {Promise<VsCode | undefined>} */
async function installed(folder) {
  try {
    const { node, entry, version } = JSON.parse(await readFile(path.join(folder, 'installed.json'), 'utf8'));
    return { node: path.join(folder, node), entry: path.join(folder, entry), version };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** What earlier installs left that were cut short. @param {string} root */
async function removeUnfinished(root) {
  await mkdir(root, { recursive: true });
  for (const name of await readdir(root)) {
    const pid = Number(/\.unfinished-(\d+)$/.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) await rm(path.join(root, name), { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
