import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { NewCancelSource } from '../core/cancelSignal';
import type { Clock } from '../core/clock';
import type { Digest } from '../core/digest';
import type { Ids } from '../core/ids';

/** The core's ports on Node: the real time, random identities, SHA-256, AbortController. */
export const nodePlatform: NodePlatform = {
  clock: { now: () => Date.now() },
  ids: { next: () => randomUUID() },
  // L3.
  requestIds: { next: () => randomBytes(12).toString('hex') },
  digest: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
  newCancelSource: () => new AbortController(),
};

export interface NodePlatform {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly requestIds: Ids;
  readonly digest: Digest;
  readonly newCancelSource: NewCancelSource;
}
