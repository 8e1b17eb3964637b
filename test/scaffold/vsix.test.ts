import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildVsix } from '../../scripts/build/buildVsix.mjs';
import { zipEntries } from './support/zipEntries';

/** All that may be in it; `#` stands for the hash in the name of a lazy part. */
const allowed = [
  '[Content_Types].xml',
  'extension.vsixmanifest',
  'extension/LICENSE.txt',
  'extension/changelog.md',
  'extension/dist/extension.cjs',
  'extension/dist/part-#.cjs',
  'extension/dist/third-party-licences.txt',
  'extension/dist/webview/review.css',
  'extension/dist/webview/review.js',
  'extension/dist/webview/session.css',
  'extension/dist/webview/session.js',
  'extension/media/activity.svg',
  'extension/media/icon.png',
  'extension/package.json',
  'extension/readme.md',
];

/** Bytes, packed. */
const sizeLimit = 300_000;

describe('VSIX', () => {
  let file: string;
  let made: string | undefined;

  before(async function () {
    this.timeout(60_000);
    // npm test has built it; a run of this file alone builds its own.
    const given = process.env['COUNTERSIGN_VSIX'];
    if (given === undefined) made = mkdtempSync(path.join(os.tmpdir(), 'countersign-vsix-'));
    file = given ?? (await buildVsix(path.join(made ?? '', 'countersign.vsix')));
  });

  after(() => {
    if (made !== undefined) rmSync(made, { recursive: true });
  });

  it('holds exactly what the extension needs', () => {
    const names = [...zipEntries(file).keys()].map((name) => name.replace(/part-[A-Z0-9]{8}\./, 'part-#.'));
    assert.deepEqual([...new Set(names)].sort(), allowed);
  });

  it(`weighs less than ${sizeLimit / 1000} kB`, () => {
    assert.ok(statSync(file).size < sizeLimit, `${statSync(file).size} bytes`);
  });

  it('names no path of the machine that built it', () => {
    const telling = [...zipEntries(file)].filter(([, content]) => content.includes(path.resolve('.')));
    assert.deepEqual(
      telling.map(([name]) => name),
      [],
    );
  });
});
