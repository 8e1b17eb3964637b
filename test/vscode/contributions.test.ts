import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { contributions } from '../../src/vscode/contributions';

describe('the extension in VS Code', () => {
  const extension = vscode.extensions.getExtension('countersign.countersign');

  it('activates', async () => {
    assert.ok(extension);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('has registered every command that it contributes', async () => {
    await extension?.activate();
    const known = await vscode.commands.getCommands(true);
    assert.deepEqual(
      contributions.commands.filter((command) => !known.includes(command)),
      [],
    );
  });
});
