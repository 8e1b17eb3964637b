import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * The folder of this test run. Its path is in the environment of every process that the run starts, so that one that is
 * left over can be told from all others.
 */
export const runFolder = mkdtempSync(path.join(os.tmpdir(), 'countersign-e2e-'));

/** Put into the environment of what the run starts. */
export const runMark = { COUNTERSIGN_RUN: runFolder };
