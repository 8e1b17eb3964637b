import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

/**
 * What a ZIP file holds, by its central directory.
 *
 * @returns name → content
 */
export function zipEntries(file: string): ReadonlyMap<string, Buffer> {
  const zip = readFileSync(file);
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const entries = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)];
    const [extraLength, commentLength] = [zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    const header = zip.readUInt32LE(at + 42);
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const content = zip.subarray(start, start + packed);
    const isPacked = zip.readUInt16LE(at + 10) === 8;
    entries.set(zip.toString('utf8', at + 46, at + 46 + nameLength), isPacked ? inflateRawSync(content) : content);
    at += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}
