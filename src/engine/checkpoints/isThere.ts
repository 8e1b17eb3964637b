import { lstat } from 'node:fs/promises';

/** Whether anything of that name is there, a link that leads nowhere included. */
export async function isThere(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause) return false;
    throw cause;
  }
}
