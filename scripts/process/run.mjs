import { spawn } from 'node:child_process';
import { atEnd } from './lifetime.mjs';

/** A command that ended badly; the message has its last words. */
class CommandFailed extends Error {}

/**
 * Runs a command in a process group of its own, which ends when this process ends.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean }} [options] `show`: its output goes to ours as well
 * @returns {Promise<{ code: number, output: string }>} output: standard output and errors, the last 64 kB
 * @throws when the command cannot be started
 */
export async function run(command, args, { cwd, env = process.env, show = false } = {}) {
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const forget = atEnd(() => killGroup(child.pid));
  let output = '';
  /** @param {NodeJS.WriteStream} stream */
  const collect = (stream) => (/** @type {Buffer} */ bytes) => {
    output = (output + bytes.toString()).slice(-65536);
    if (show) stream.write(bytes);
  };
  child.stdout.on('data', collect(process.stdout));
  child.stderr.on('data', collect(process.stderr));
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exit, signal) => resolve(exit ?? (signal === null ? 1 : 128)));
    });
    return { code, output };
  } finally {
    forget();
  }
}

/**
 * As `run`, for a command that has to succeed. Its output is shown only when it fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean }} [options]
 * @returns {Promise<string>} its output
 * @throws {CommandFailed}
 */
export async function must(command, args, options) {
  const { code, output } = await run(command, args, options);
  if (code === 0) return output;
  const words = [command, ...args].join(' ');
  throw new CommandFailed(`This command failed (exit code ${code}): ${words}\n${output.slice(-4000)}`);
}

/**
 * @param {number | undefined} pid of the leader of the group
 * @param {NodeJS.Signals} [signal]
 */
export function killGroup(pid, signal = 'SIGTERM') {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // The group has ended by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
