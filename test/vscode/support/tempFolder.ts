import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A fresh folder for each test of the `describe` that calls it; gives its real path. */
export function useTempFolder(): () => string {
  let folder = '';
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'countersign-host-')));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return () => folder;
}
