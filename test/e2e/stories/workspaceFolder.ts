import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runFolder } from '../harness/runFolder';

/** A fresh folder to open, with these files in it. */
export function workspaceFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(path.join(runFolder, 'folder-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}
