import type { SessionActivity, ToolState } from '../../src/protocol/sessionMessages';

/** Everything that this page says by itself. What depends on the session (names, reasons, states) comes from the host. */
export const words = {
  promise: 'No coding agent leaves Plan mode without your decision on exactly the plan that you saw.',
  demo: 'No account yet? The demo agent works offline. It reads this workspace, writes a plan and waits for you.',
  loading: 'Reading sessions…',
  chooseSession: 'Choose a session',
  newSession: 'New session',
  sessions: 'Sessions',
  transcript: 'Transcript',
  emptyTranscript: 'Say what the agent should do. It starts in the mode that is shown above.',
  you: 'You:',
  says: (agentName: string) => `${agentName}:`,
  mode: (name: string) => `Mode: ${name}. Choose another`,
  modeIsOn: (name: string) => `${name} mode is on.`,
  changing: (change: string) => (change.endsWith('…') ? change : `${change}…`),
  version: (version: number) => `v${version}`,
  planVersion: (version: number) => `Plan, version ${version}`,
  planHash: (shortHash: string) => `fingerprint ${shortHash}`,
  planState: (version: number, stateName: string) => `Plan version ${version}: ${stateName}.`,
  openReview: 'Open review',
  openVersion: 'Open this version',
  askAgain: 'Ask for the plan again',
  output: (title: string) => `Output of ${title}`,
  showTerminal: 'Show terminal',
  changedByHook: 'Changed by a hook',
  diff: 'Changes',
  added: 'added',
  removed: 'removed',
  allow: 'Allow once',
  always: 'Always allow',
  alwaysSaves: (count: number) =>
    count === 1
      ? '“Always allow” saves this rule to the workspace settings:'
      : '“Always allow” saves these rules to the workspace settings:',
  reject: 'Reject…',
  rejectNow: 'Reject',
  rejectNote: 'What should the agent do instead? (optional)',
  back: 'Back',
  showDiff: 'Show diff',
  toEnd: 'Latest',
  toEndLabel: 'Jump to the latest',
  message: 'Message to the agent',
  send: 'Send',
  stop: 'Stop the agent',
  suggestions: 'Commands, templates and skills',
  suggestionCount: (count: number) =>
    count === 1 ? '1 suggestion. Enter takes it.' : `${count} suggestions. Arrow keys choose, Enter takes one.`,
  keys: 'Enter sends. Shift+Enter starts a new line.',
  blank: 'Write what the agent should do first.',
} as const;

/** What an agent or a person is doing, in a list of sessions. */
export function activityName(activity: SessionActivity): string {
  switch (activity) {
    case 'idle':
      return 'Idle';
    case 'running':
      return 'Working';
    case 'waiting-for-review':
      return 'Waiting for your review';
    case 'waiting-for-permission':
      return 'Waiting for your permission';
    case 'waiting-for-answer':
      return 'Waiting for your answer';
  }
}

/** How one thing on a list of what is to do stands. */
export function todoStateName(state: 'open' | 'doing' | 'done'): string {
  switch (state) {
    case 'open':
      return 'open';
    case 'doing':
      return 'under way';
    case 'done':
      return 'done';
  }
}

/** How a tool call stands. */
export function toolStateName(state: ToolState): string {
  switch (state) {
    case 'running':
      return 'Running';
    case 'ok':
      return 'Done';
    case 'error':
      return 'Failed';
    case 'refused':
      return 'Refused';
    case 'cancelled':
      return 'Cancelled';
    case 'skipped':
      return 'Skipped';
  }
}
