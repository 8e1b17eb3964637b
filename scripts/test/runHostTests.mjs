// Runs test/vscode in an extension host: of a desktop VS Code (VSCODE_EXECUTABLE=/path/to/code), else of code-server.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTests } from '@vscode/test-electron';
import { writeSampleWorkspace } from '../sampleWorkspace.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const workspace = path.join(mkdtempSync(path.join(os.tmpdir(), 'countersign-workspace-')), 'order-form');
try {
  await writeSampleWorkspace(workspace);
  process.exitCode = await runTests({
    vscodeExecutablePath:
      process.env['VSCODE_EXECUTABLE'] ?? fileURLToPath(new URL('../vscode/codeWebShim.mjs', import.meta.url)),
    extensionDevelopmentPath: [root, path.join(root, 'test/vscode/support/reviewEditorExtension')],
    extensionTestsPath: path.join(root, 'out/vscode-tests/index.cjs'),
    launchArgs: [workspace, '--disable-extensions'],
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(path.dirname(workspace), { recursive: true, force: true });
}
