import { open } from 'node:fs/promises';

/** A new name lasts only when its directory was written too. Windows cannot sync a directory and does not need it. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
