import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * @typedef {{ base: string, user: string, extensions: string, config: string }} Folders what an editor of its own needs:
 *   `user` has its settings and its storage
 */

/**
 * Folders for one editor that shares nothing with any other one.
 *
 * @param {{ parent?: string, extensions?: string }} [options] the folder that they are made in, and an extensions folder
 *   to share
 * @returns {Folders}
 */
export function freshFolders({ parent = os.tmpdir(), extensions } = {}) {
  const base = mkdtempSync(path.join(parent, 'countersign-'));
  const folders = {
    base,
    user: path.join(base, 'user'),
    extensions: extensions ?? path.join(base, 'extensions'),
    config: path.join(base, 'config.yaml'),
  };
  mkdirSync(path.join(folders.user, 'User'), { recursive: true });
  mkdirSync(folders.extensions, { recursive: true });
  // An empty one: without it code-server reads and writes the one in HOME.
  writeFileSync(folders.config, '');
  return folders;
}

/** An editor that asks the network nothing and shows nothing by itself. */
const quiet = {
  'workbench.startupEditor': 'none',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.ignoreRecommendations': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'workbench.enableExperiments': false,
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'git.openRepositoryInParentFolders': 'never',
};

/**
 * For tests: also the same colours everywhere, no question on closing, and no animation: without a graphics card each
 * frame of one is drawn by the processor, which costs a fifth of a run.
 */
export const testSettings = {
  'workbench.reduceMotion': 'on',
  'window.autoDetectColorScheme': false,
  'window.confirmBeforeClose': 'never',
  'workbench.colorTheme': 'Dark Modern',
};

/**
 * Writes the user settings.
 *
 * @param {Folders} folders
 * @param {Readonly<Record<string, unknown>>} [settings] on top of the quiet ones
 */
export function writeSettings(folders, settings = {}) {
  const file = path.join(folders.user, 'User/settings.json');
  writeFileSync(file, JSON.stringify({ ...quiet, ...settings }, null, 2));
}
