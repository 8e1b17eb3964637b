// npm run package [-- --out FILE]: the minified bundles and the VSIX of them.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { buildVsix } from './build/buildVsix.mjs';

const place = process.argv.indexOf('--out');
const file = await buildVsix(place < 0 ? undefined : process.argv[place + 1]);
const { size } = await stat(file);
console.log(`${path.relative(process.cwd(), file)}: ${(size / 1000).toFixed(1)} kB`);
