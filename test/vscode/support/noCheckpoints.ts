import os from 'node:os';
import path from 'node:path';
import { WorkspaceCheckpoints } from '../../../src/vscode/workspaceCheckpoints';

/** Checkpoints where there is no git. */
export function noCheckpoints(): WorkspaceCheckpoints {
  const none = path.join(os.tmpdir(), 'countersign-none');
  return new WorkspaceCheckpoints({
    folder: none,
    storage: none,
    findGit: () => Promise.resolve(undefined),
    onNotRecorded: () => undefined,
    onFault: () => undefined,
  });
}
