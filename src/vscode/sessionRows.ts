import { l10n } from 'vscode';
import type { PermissionRequest } from '../core/prompter';
import type { Review } from '../core/review';
import type { ToolCall, ToolOutcome } from '../core/sessionEntry';
import type { SessionRow } from '../protocol/sessionMessages';
import { compareLines } from '../review/comparePlans';
import { parsePlan } from '../review/parsePlan';
import { planLines } from '../review/planLines';
import { renderMarkdown } from '../review/renderPlan';
import { titleOf } from '../review/titleOf';
import type { Session } from '../session/session';
import type { LogEntry } from '../session/sessionCodec';
import {
  approvalRecorded,
  branchMovedNotice,
  classificationText,
  modeChangeNotice,
  reviewEnding,
  reviewStateName,
  turnEndNotice,
} from './messages';
import { appliedMode } from './appliedMode';
import { planFileName } from './planFileName';
import { subAgentSteps } from './subAgentSteps';
import { todosOf } from './todosOf';
import { toolTitle } from './toolTitle';
import { shortHash } from './reviewContent';

/**
 * The transcript of a session as rows, oldest first; what is asked of the person now comes last.
 *
 * @param printed the end of what a running call has printed
 * @param hasTerminal whether there is a terminal of a call to show
 */
export function sessionRows(
  session: Session,
  permissions: readonly PermissionRequest[],
  printed: (callId: string) => string,
  hasTerminal: (callId: string) => boolean = () => false,
): SessionRow[] {
  const { transcript } = session;
  const results = new Map(transcript.flatMap((entry) => (entry.type === 'tool-result' ? [[entry.callId, entry]] : [])));
  const changed = new Map(
    transcript.flatMap((entry) => (entry.type === 'call-changed' ? [[entry.callId, entry.args]] : [])),
  );
  const classified = new Map(
    transcript.flatMap((entry) => (entry.type === 'classified' ? [[entry.callId, entry.classification]] : [])),
  );
  const isLastList = lastListOf(transcript);
  const named = { workspaceFolder: session.header.workspaceFolder, planFileName: planFileName(session.id) };
  const steps = subAgentSteps(transcript, named, session.header.agent.model);
  const rows: SessionRow[] = [];
  for (const entry of transcript) {
    switch (entry.type) {
      case 'user-message':
        rows.push({ kind: 'user', id: entry.id, text: entry.text });
        break;
      case 'agent-message':
        if (entry.text.trim() !== '') rows.push({ kind: 'agent', id: entry.id, html: htmlOf(entry, entry.text) });
        for (const call of entry.toolCalls) {
          const result = results.get(call.id);
          const args = changed.get(call.id);
          // What ran is shown, and not what was asked for.
          const ran = args === undefined ? call : { ...call, args };
          const todos = todosOf(ran);
          const classification = classified.get(call.id);
          const said = result?.text ?? printed(call.id);
          const output = [...(steps.get(call.id) ?? []), ...(said === '' ? [] : [said])].join('\n');
          rows.push({
            kind: 'tool',
            id: `${entry.id}/${call.id}`,
            name: call.name,
            title: toolTitle(ran, named),
            state: result?.outcome ?? 'running',
            // A list is shown as one. What was wrong with a call is said in words.
            output: todos.length > 0 && result?.outcome === 'ok' ? '' : output,
            note:
              args === undefined ? '' : l10n.t('A hook changed this; the agent asked for: {0}', toolTitle(call, named)),
            classified: classification ? classificationText(classification, session.header.agent.model) : '',
            todos,
            terminalCallId: hasTerminal(call.id) ? call.id : '',
            // While it waits the person sees why they are asked.
            isOpen:
              isOpen(call, result?.outcome, output) ||
              isLastList(call.id) ||
              (classification !== undefined && result === undefined),
          });
        }
        break;
      case 'review-pending':
      case 'damaged-review': {
        const review = session.state.reviews.find(({ plan }) => plan.reviewId === entry.plan.reviewId);
        if (!review) break;
        const card = planCard(session, entry, review);
        // The card stands for the call that asked for the review; D01: the call stays where it says why an approval did
        // not count.
        if (isExitCall(rows.at(-1)) && card.state !== 'not-applied') rows.pop();
        rows.push(card);
        break;
      }
      case 'mode': {
        const text = modeChangeNotice(entry);
        if (text !== undefined)
          rows.push({ kind: 'notice', id: entry.id, tone: entry.cause === 'restored' ? 'warning' : 'info', text });
        break;
      }
      case 'branch-moved':
        rows.push({ kind: 'notice', id: entry.id, tone: 'info', text: branchMovedNotice(entry.mode) });
        break;
      case 'turn-ended': {
        const notice = turnEndNotice(entry.reason, entry.message);
        if (notice) rows.push({ kind: 'notice', id: entry.id, ...notice });
        break;
      }
      case 'tool-result':
      case 'call-changed':
      case 'permission':
      case 'classified':
      case 'sub-agent-step':
      case 'teammate-plan-pending':
      case 'teammate-plan-ended':
      case 'checkpoint':
      case 'review-ended':
      case 'comments':
      case 'title':
      case 'unknown':
        break;
    }
  }
  return [...rows, ...permissions.map(permissionRow)];
}

function planCard(session: Session, entry: LogEntry, review: Review): Extract<SessionRow, { kind: 'plan' }> {
  const { plan } = review;
  const isApplied = session.state.exits.includes(plan.reviewId);
  const isApplying = session.state.unusedApproval?.plan.reviewId === plan.reviewId;
  const state = review.state !== 'approved' || isApplied ? review.state : isApplying ? 'applying' : 'not-applied';
  const isLatest = session.state.reviews.at(-1) === review;
  return {
    kind: 'plan',
    id: entry.id,
    reviewId: plan.reviewId,
    title: cardTitle(entry, plan.text),
    version: plan.version,
    shortHash: shortHash(plan.planHash),
    state,
    stateName: reviewStateName(state),
    message:
      isApplying && session.changing
        ? approvalRecorded(session.changing.to)
        : reviewEnding(review, isApplied ? appliedMode(session.transcript, plan.reviewId) : undefined),
    canAskAgain: isLatest && session.register.mode === 'plan' && session.activity === 'idle' && isUndecided(state),
  };
}

function isUndecided(state: Extract<SessionRow, { kind: 'plan' }>['state']): boolean {
  switch (state) {
    case 'unanswered':
    case 'invalidated':
    case 'dismissed':
    case 'not-applied':
      return true;
    case 'pending':
    case 'applying':
    case 'approved':
    case 'changes-requested':
      return false;
  }
}

function permissionRow(request: PermissionRequest): SessionRow {
  const { call, edit } = request;
  return {
    kind: 'permission',
    id: `permission/${call.id}`,
    callId: call.id,
    title: request.title,
    detail: edit ? edit.path : call.name,
    diff: edit
      ? compareLines(planLines(edit.before ?? ''), planLines(edit.after)).map(({ kind, text }) => ({ kind, text }))
      : [],
    alwaysRules: [...request.alwaysRules],
    isOpen: true,
    answerName: '',
  };
}

/** Where a person should see at once what a call says: why an approval did not count, and what a command prints. */
function isOpen({ name }: ToolCall, outcome: ToolOutcome | undefined, output: string): boolean {
  return outcome === undefined ? output !== '' : name === 'exit_plan_mode' && outcome === 'error';
}

/** Only the latest list is current; the others are folded. */
function lastListOf(transcript: readonly LogEntry[]): (callId: string) => boolean {
  const calls = transcript.flatMap((entry) => (entry.type === 'agent-message' ? entry.toolCalls : []));
  const last = calls.findLast((call) => todosOf(call).length > 0);
  return (callId) => callId === last?.id;
}

function isExitCall(row: SessionRow | undefined): boolean {
  return row?.kind === 'tool' && row.name === 'exit_plan_mode';
}

/** Entries never change, so what was made of one is kept as long as the entry is. */
const rendered = new WeakMap<LogEntry, string>();
const titles = new WeakMap<LogEntry, string>();

function htmlOf(entry: LogEntry, text: string): string {
  return kept(rendered, entry, () => renderMarkdown(text));
}

function cardTitle(entry: LogEntry, planText: string): string {
  return kept(titles, entry, () => titleOf(parsePlan(planText)) || l10n.t('Plan'));
}

function kept(cache: WeakMap<LogEntry, string>, entry: LogEntry, make: () => string): string {
  const known = cache.get(entry);
  if (known !== undefined) return known;
  const made = make();
  cache.set(entry, made);
  return made;
}
