import fc from 'fast-check';
import { approvalModes } from '../../../src/core/approvalMode';
import { approvalTargets, invalidationCauses, unansweredReasons, type ReviewOutcome } from '../../../src/core/review';
import { teammatePlanEnds, type TeammatePlanOutcome } from '../../../src/core/teammatePlan';
import { notJudged, verdicts } from '../../../src/core/classification';
import {
  checkpointFaults,
  permissionAnswers,
  toolOutcomes,
  turnEnds,
  type SessionFact,
} from '../../../src/core/sessionEntry';
import { digest } from './platform';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '\u2028', '\ufeff# Plan', 'a\r\nb\n', '\ud800'),
);
const id = fc.string({ minLength: 1 });
const args = fc.dictionary(
  id.filter((key) => key !== '__proto__'),
  fc.jsonValue({ maxDepth: 2 }).map((value): unknown => JSON.parse(JSON.stringify(value))),
);

const outcome: fc.Arbitrary<ReviewOutcome> = fc.oneof(
  fc.record({ state: fc.constant('approved' as const), target: fc.constantFrom(...approvalTargets) }),
  fc.record({ state: fc.constant('changes-requested' as const), note: text }),
  fc.record({ state: fc.constant('dismissed' as const) }),
  fc.record({ state: fc.constant('unanswered' as const), reason: fc.constantFrom(...unansweredReasons) }),
  fc.record({ state: fc.constant('invalidated' as const), cause: fc.constantFrom(...invalidationCauses) }),
);

const plan = fc
  .record({
    reviewId: id,
    revision: fc.nat(),
    prePlanMode: fc.constantFrom('default' as const, 'auto-edit' as const, 'auto' as const, 'yolo' as const),
    text,
    source: fc.oneof(
      fc.constant({ kind: 'argument' as const }),
      text.map((path) => ({ kind: 'file' as const, path })),
    ),
    version: fc.integer({ min: 1, max: 1000 }),
    submittedAt: fc.nat(),
  })
  .map((fields) => ({ ...fields, planHash: digest(fields.text) }));

const teammatePlan = fc
  .record(
    {
      requestId: id,
      taskCallId: id,
      teammate: text,
      revision: fc.nat(),
      text,
      originalRequest: text,
      researchSummary: text,
      submittedAt: fc.nat(),
    },
    { requiredKeys: ['requestId', 'taskCallId', 'teammate', 'revision', 'text', 'submittedAt'] },
  )
  .map((fields) => ({ ...fields, planHash: digest(fields.text) }));

const teammatePlanOutcome: fc.Arbitrary<TeammatePlanOutcome> = fc.oneof(
  fc.record(
    {
      state: fc.constant('approved' as const),
      target: fc.constantFrom('default' as const, 'auto-edit' as const, 'yolo' as const),
      message: text,
    },
    { requiredKeys: ['state', 'target'] },
  ),
  fc.record({ state: fc.constant('rejected' as const), message: text }, { requiredKeys: ['state'] }),
  fc.record({ state: fc.constant('ended' as const), reason: fc.constantFrom(...teammatePlanEnds) }),
);

const anyFact: fc.Arbitrary<SessionFact> = fc.oneof(
  fc.record({ type: fc.constant('user-message' as const), text, expansion: text }, { requiredKeys: ['type', 'text'] }),
  fc.record({ type: fc.constant('title' as const), title: text }),
  fc.record(
    {
      type: fc.constant('agent-message' as const),
      text,
      toolCalls: fc.array(fc.record({ id, name: id, args }), { maxLength: 3 }),
      toldOfExit: fc.nat(),
    },
    { requiredKeys: ['type', 'text', 'toolCalls'] },
  ),
  fc.record({
    type: fc.constant('tool-result' as const),
    callId: id,
    toolName: id,
    outcome: fc.constantFrom(...toolOutcomes),
    text,
    stopTurn: fc.boolean(),
  }),
  fc.record({ type: fc.constant('permission' as const), callId: id, answer: fc.constantFrom(...permissionAnswers) }),
  fc.record({
    type: fc.constant('checkpoint' as const),
    checkpoint: fc.oneof(
      fc.record({ state: fc.constant('recorded' as const), id, leftOut: fc.nat() }),
      fc.record({ state: fc.constant('not-recorded' as const), code: fc.constantFrom(...checkpointFaults) }),
    ),
  }),
  fc.record({
    type: fc.constant('classified' as const),
    callId: id,
    classification: fc.oneof(
      fc.record({ kind: fc.constant('judged' as const), verdict: fc.constantFrom(...verdicts), reason: text }),
      fc.record({ kind: fc.constant('not-judged' as const), code: fc.constantFrom(...notJudged) }),
    ),
  }),
  fc.record({
    type: fc.constant('mode' as const),
    mode: fc.constantFrom(...approvalModes),
    revision: fc.nat(),
    cause: fc.constantFrom('person' as const, 'agent' as const, 'tightened' as const, 'started' as const),
  }),
  fc.record({
    type: fc.constant('mode' as const),
    mode: fc.constantFrom('default' as const, 'auto-edit' as const),
    revision: fc.nat(),
    cause: fc.constant('plan-exit' as const),
    reviewId: id,
  }),
  fc.record({
    type: fc.constant('branch-moved' as const),
    from: id,
    mode: fc.constantFrom(...approvalModes),
    revision: fc.nat(),
  }),
  fc.record({ type: fc.constant('review-pending' as const), plan }),
  fc.record({ type: fc.constant('review-ended' as const), reviewId: id, endedAt: fc.nat(), outcome }),
  fc.record({ type: fc.constant('teammate-plan-pending' as const), plan: teammatePlan }),
  fc.record({
    type: fc.constant('teammate-plan-ended' as const),
    requestId: id,
    endedAt: fc.nat(),
    outcome: teammatePlanOutcome,
  }),
  fc.record({ type: fc.constant('turn-ended' as const), reason: fc.constantFrom(...turnEnds) }),
);

/** Any fact, sensible in itself and without regard to the facts before it; made of plain objects, as parsed ones are. */
export const arbitraryFact: fc.Arbitrary<SessionFact> = anyFact.map((fact) => structuredClone(fact));
