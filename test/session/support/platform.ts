import type { SessionHeader } from '../../../src/protocol/sessionEntries';
import { nodePlatform } from '../../../src/session/nodePlatform';
import type { SessionEnvironment, SessionProblem } from '../../../src/session/sessionPorts';

export const { digest } = nodePlatform;

/** Counted ids, a clock that rises by one each time it is read, and the problems that were reported. */
export function aPlatform(
  options: { readonly isTrusted?: () => boolean; readonly prefix?: string } = {},
): SessionEnvironment & {
  readonly problems: SessionProblem[];
} {
  let ids = 0;
  let requests = 0;
  let now = 1000;
  const problems: SessionProblem[] = [];
  return {
    clock: { now: () => (now += 1) },
    ids: { next: () => `${options.prefix ?? 'id'}-${(ids += 1)}` },
    requestIds: { next: () => `${options.prefix ?? 'id'}-request-${(requests += 1)}` },
    digest,
    newCancelSource: nodePlatform.newCancelSource,
    isTrusted: options.isTrusted ?? ((): boolean => true),
    onProblem: (problem) => problems.push(problem),
    problems,
  };
}

export const aHeader: SessionHeader = {
  type: 'session',
  version: 1,
  id: 'session-1',
  createdAt: 1000,
  title: '',
  workspaceFolder: '/shop',
  agent: { id: 'built-in', name: 'Built-in', model: 'demo' },
};

export function aPlan(text = '# Plan\n\n1. Validate the form\n', version = 1, revision = 0) {
  return {
    reviewId: `review-${version}`,
    planHash: digest(text),
    revision,
    prePlanMode: 'default',
    text,
    source: { kind: 'argument' },
    version,
    submittedAt: 1001,
  } as const;
}
