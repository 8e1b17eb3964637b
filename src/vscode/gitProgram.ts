import { existsSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { gitApiSchema } from '../protocol/gitExtension';

/**
 * The git that this editor uses, else the one of the person's settings or of the PATH: absolute. Undefined where there is
 * none. Never rejects.
 *
 * @param onNote what kept the editor's own git from being known, for the log
 */
export async function gitProgram(onNote: (what: string, cause: unknown) => void): Promise<string | undefined> {
  try {
    const known = await gitOfEditor();
    if (known !== undefined) return known;
  } catch (cause) {
    // Also where the person has turned git off in the editor.
    onNote('the git extension names no git; the PATH is searched', cause);
  }
  // Of the person alone: no folder names a program that is run.
  const setting = vscode.workspace.getConfiguration('git').inspect<unknown>('path')?.globalValue;
  return firstGit(setting, process, existsSync);
}

/**
 * The first git of the setting `git.path` and of the PATH. It is looked for here, because Windows would find one in the
 * workspace before that of the PATH.
 *
 * @param setting as the person has set it: a path, several, or nothing
 */
export function firstGit(
  setting: unknown,
  { platform, env }: Pick<NodeJS.Process, 'platform' | 'env'>,
  exists: (file: string) => boolean,
): string | undefined {
  const paths = platform === 'win32' ? path.win32 : path.posix;
  const set = (Array.isArray(setting) ? setting : [setting]).filter((each) => typeof each === 'string');
  const variable = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const folders = (env[variable] ?? '').split(paths.delimiter);
  const onPath = folders.map((folder) => paths.join(folder, platform === 'win32' ? 'git.exe' : 'git'));
  return [...set, ...onPath].find((file) => paths.isAbsolute(file) && exists(file));
}

async function gitOfEditor(): Promise<string | undefined> {
  const exported = await vscode.extensions.getExtension<unknown>('vscode.git')?.activate();
  if (!hasApi(exported)) return undefined;
  const api = gitApiSchema.safeParse(exported.getAPI(1));
  return api.success && path.isAbsolute(api.data.git.path) ? api.data.git.path : undefined;
}

function hasApi(exported: unknown): exported is { getAPI(version: number): unknown } {
  return (
    typeof exported === 'object' && exported !== null && 'getAPI' in exported && typeof exported.getAPI === 'function'
  );
}
