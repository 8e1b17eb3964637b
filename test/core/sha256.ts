import { createHash } from 'node:crypto';
import type { Digest } from '../../src/core/digest';

/** V6 as it is done in the editor. */
export const sha256: Digest = (text) => createHash('sha256').update(text, 'utf8').digest('hex');
