import { chown } from 'node:fs/promises';

/** Nobody: a user that every system has and that owns nothing. */
const nobody = 65_534;

/**
 * Runs `act` under the permissions of files, which root is above. The folder and what is named in it are given to the user
 * that it runs as, so that only their own permission bits decide.
 */
export async function asOrdinaryUser<T>(paths: readonly string[], act: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0 || process.seteuid === undefined) return act();
  for (const path of paths) await chown(path, nobody, nobody);
  process.seteuid(nobody);
  try {
    return await act();
  } finally {
    process.seteuid(0);
  }
}
