import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

/** The first `limit` bytes of a file. It may grow while it is read, so its size is no limit. */
export async function readUpTo(file: FileHandle, limit: number): Promise<Uint8Array> {
  const bytes = Buffer.alloc(limit);
  let length = 0;
  while (length < limit) {
    const { bytesRead } = await file.read(bytes, length, limit - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

/** How to open a file that may turn out to be a link, or a pipe that would block. Windows has neither flag. */
export const noFollow = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW;
export const noBlock = process.platform === 'win32' ? 0 : constants.O_NONBLOCK;
