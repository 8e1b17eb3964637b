import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as vscode from 'vscode';

/** What may be loaded only when it is first needed, by a text that its part of the bundle has. */
const heavy = {
  'the Markdown parser': 'labelStartLink',
  'the reader of messages': 'ZodMiniObject',
  'the session store': 'session-log-closed',
  'the engine': 'Asks a person to review the plan',
};

describe('activation', () => {
  const extension = vscode.extensions.getExtension('countersign.countersign');
  const dist = path.join(extension?.extensionPath ?? '', 'dist');
  const parts = readdirSync(dist).filter((file) => file.endsWith('.cjs'));
  const holders = (text: string): readonly string[] =>
    parts.filter((part) => readFileSync(path.join(dist, part), 'utf8').includes(text));

  before(async () => {
    await extension?.activate();
  });

  it('has loaded the extension itself, so that the next tests can fail', () => {
    assert.ok(loadedParts().includes('extension.cjs'));
  });

  for (const [name, text] of Object.entries(heavy)) {
    it(`loads nothing of ${name}`, () => {
      const [holder, ...others] = holders(text);
      assert.ok(holder !== undefined && others.length === 0, `"${text}" is in: ${holders(text).join(', ')}`);
      assert.equal(loadedParts().includes(holder), false);
    });
  }

  it('loads the engine when the first session is begun', async () => {
    await vscode.commands.executeCommand('countersign.newSession');
    assert.ok(holders(heavy['the engine']).some((part) => loadedParts().includes(part)));
  });

  function loadedParts(): readonly string[] {
    const { cache } = createRequire(__filename);
    return Object.keys(cache)
      .filter((file) => path.dirname(file) === dist)
      .map((file) => path.basename(file));
  }
});
