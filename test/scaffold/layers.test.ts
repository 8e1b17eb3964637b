import assert from 'node:assert/strict';
import { compilerRefusals } from './support/compilerRefusals';
import { lintRefusals } from './support/lintRefusals';
import type { PlantedFile } from './support/plantedFile';

/** A wrong import each: the file that would have it → what it says. Each is refused by the compiler and by the linter. */
const forbidden: readonly (readonly [folder: string, code: string])[] = [
  ['src/core', `import 'vscode';`],
  ['src/core', `import * as vscode from 'vscode'; export const uri = vscode.Uri;`],
  ['src/core', `import { readFileSync } from 'node:fs'; export const read = readFileSync;`],
  ['src/core', `import '../session/session';`],
  ['src/core', `export type { Session } from '../session/session';`],
  ['src/core', `export const later = import('../review/parsePlan');`],
  ['src/core', `export const now = process.uptime();`],
  ['src/core', `export const timer = setTimeout(() => 1, 1);`],
  ['src/core', `export const page = document.title;`],
  ['src/review', `import '../session/session';`],
  ['src/review', `import { readFileSync } from 'node:fs'; export const read = readFileSync;`],
  ['src/review', `export const page = document.title;`],
  ['src/protocol', `import '../session/session';`],
  ['src/session', `import '../engine/tool';`],
  ['src/session', `import * as vscode from 'vscode'; export const uri = vscode.Uri;`],
  ['src/engine', `import '../review/parsePlan';`],
  ['src/engine', `import * as vscode from 'vscode'; export const uri = vscode.Uri;`],
  ['src/engine', `import '../vscode/contributions';`],
  ['src/hosts', `import * as vscode from 'vscode'; export const uri = vscode.Uri;`],
  ['src/hosts', `import '../review/parsePlan';`],
  ['src/engine', `import '../hosts/terminal/terminal';`],
  ['webview/review', `import { readFileSync } from 'node:fs'; export const read = readFileSync;`],
  ['webview/review', `import * as vscode from 'vscode'; export const uri = vscode.Uri;`],
];

/** The compiler follows the references of references, so these are left to the linter. */
const forbiddenByLint: typeof forbidden = [
  ['webview/review', `import '../../src/core/planGate';`],
  ['src/core', `import 'zod/mini';`],
  ['src/core', `export const late = Date.now();`],
  ['src/core', `export const chance = Math.random();`],
  ['src/vscode', `import '../../webview/host';`],
];

/** What is right is let through, so that a refusal above means something. */
const allowed: readonly (readonly [folder: string, code: string])[] = [
  ['src/core', `export type { ApprovalMode } from './approvalMode';`],
  ['src/session', `export { readFileSync } from 'node:fs'; export type { ApprovalMode } from '../core/approvalMode';`],
  ['webview/review', `export { render } from 'preact'; export type * from '../../src/protocol/decision';`],
];

const plantedIn = (folder: string, code: string): PlantedFile => ({ file: `${folder}/planted.ts`, code: `${code}\n` });

describe('layers', function () {
  // The first one reads the language and the packages.
  this.timeout(60_000);

  for (const [folder, code] of forbidden) {
    it(`the compiler refuses in ${folder}: ${code}`, () => {
      assert.notDeepEqual(compilerRefusals(plantedIn(folder, code)), []);
    });
  }

  for (const [folder, code] of [...forbidden, ...forbiddenByLint]) {
    it(`the linter refuses in ${folder}: ${code}`, async () => {
      assert.notDeepEqual(await lintRefusals(plantedIn(folder, code)), []);
    });
  }

  for (const [folder, code] of allowed) {
    it(`the compiler lets through in ${folder}: ${code}`, () => {
      assert.deepEqual(compilerRefusals(plantedIn(folder, code)), []);
    });
    it(`the linter lets through in ${folder}: ${code}`, async () => {
      assert.deepEqual(await lintRefusals(plantedIn(folder, code)), []);
    });
  }
});
