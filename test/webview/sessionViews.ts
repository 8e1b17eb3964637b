import type { ActiveSession, SessionRow, SessionsView } from '../../src/protocol/sessionMessages';

/** States of the session view, as the host would send them. */
export const noSession: SessionsView = {
  type: 'sessions',
  isLoaded: true,
  blockedBecause: null,
  sessions: [],
  active: null,
};

export function aPlanRow(change: Partial<Extract<SessionRow, { kind: 'plan' }>> = {}): SessionRow {
  return {
    kind: 'plan',
    id: 'p1',
    reviewId: 'review-1',
    title: 'Add input validation to the order form',
    version: 2,
    shortHash: '4f2a91c07be3',
    state: 'pending',
    stateName: 'Waiting for you',
    message: 'Nothing runs until you decide.',
    canAskAgain: false,
    ...change,
  };
}

export function aPermissionRow(change: Partial<Extract<SessionRow, { kind: 'permission' }>> = {}): SessionRow {
  return {
    kind: 'permission',
    id: 'q1',
    callId: 'call-9',
    title: 'Edit src/orderForm.ts?',
    detail: 'src/orderForm.ts',
    diff: [
      { kind: 'same', text: 'export function total(order: Order): number {' },
      { kind: 'removed', text: '  return order.quantity * order.price;' },
      { kind: 'added', text: '  const quantity = wholeNumber(order.quantity);' },
      { kind: 'added', text: '  return quantity * order.price;' },
      { kind: 'same', text: '}' },
    ],
    alwaysRules: [],
    isOpen: true,
    answerName: '',
    ...change,
  };
}

export function aToolRow(change: Partial<Extract<SessionRow, { kind: 'tool' }>> = {}): SessionRow {
  return {
    kind: 'tool',
    id: 't0',
    name: 'shell',
    title: 'Run ls',
    state: 'ok',
    output: 'src',
    note: '',
    classified: '',
    todos: [],
    terminalCallId: '',
    isOpen: false,
    ...change,
  };
}

export const toolRows: SessionRow[] = [
  {
    kind: 'tool',
    isOpen: false,
    note: '',
    classified: '',
    todos: [],
    terminalCallId: '',
    id: 't1',
    name: 'list_files',
    title: 'List files in src',
    state: 'ok',
    output: 'src/orderForm.ts\nsrc/order.ts',
  },
  {
    kind: 'tool',
    isOpen: false,
    note: '',
    classified: '',
    todos: [],
    terminalCallId: '',
    id: 't2',
    name: 'read_file',
    title: 'Read src/orderForm.ts',
    state: 'ok',
    output: 'export function total() {}',
  },
  {
    kind: 'tool',
    isOpen: false,
    note: '',
    classified: '',
    todos: [],
    terminalCallId: '',
    id: 't3',
    name: 'write_file',
    title: 'Write src/order.ts',
    state: 'refused',
    output: 'Refused in Plan mode.',
  },
  {
    kind: 'tool',
    isOpen: false,
    note: '',
    classified: '',
    todos: [],
    terminalCallId: '',
    id: 't4',
    name: 'run',
    title: 'Run npm test -- --reporter dot --grep "order form"',
    state: 'error',
    output: 'exit code 1',
  },
  {
    kind: 'tool',
    isOpen: false,
    note: '',
    classified: '',
    todos: [],
    terminalCallId: '',
    id: 't5',
    name: 'run',
    title: 'Run npm run lint',
    state: 'cancelled',
    output: '',
  },
  {
    kind: 'tool',
    isOpen: false,
    note: '',
    classified: '',
    todos: [],
    terminalCallId: '',
    id: 't6',
    name: 'read_file',
    title: 'Read README.md',
    state: 'skipped',
    output: '',
  },
  {
    kind: 'tool',
    isOpen: false,
    note: '',
    classified: '',
    todos: [],
    terminalCallId: '',
    id: 't7',
    name: 'read_file',
    title: 'Read package.json',
    state: 'running',
    output: '',
  },
];

const agentHtml =
  '<p>I read <code>src/orderForm.ts</code> first. Two fields reach the total unchecked:</p>' +
  '<ul><li><strong>quantity</strong> may be negative</li><li><strong>email</strong> is never looked at</li></ul>' +
  '<pre><code>const total = order.quantity * order.price; // a long line that has to scroll sideways in a side bar</code></pre>' +
  '<p>See <a data-href="https://example.com/rules" role="link" tabindex="0">the rules</a>.</p>';

export const someRows: SessionRow[] = [
  {
    kind: 'notice',
    id: 'n1',
    tone: 'info',
    text: 'The demo model is a script: it works offline and is not a language model.',
  },
  { kind: 'user', id: 'u1', text: 'Add input validation to the order form' },
  { kind: 'agent', id: 'a1', html: agentHtml },
  ...toolRows,
];

const someSuggestions: ActiveSession['composer']['suggestions'] = [
  { name: '/plan', hint: 'task', description: 'Turn Plan mode on, and give the agent a task' },
  { name: '/plan exit', hint: '', description: 'Leave Plan mode without a plan' },
  { name: '/approval-mode', hint: 'mode', description: 'Set the approval mode: plan, default, auto-edit, auto, yolo' },
  { name: '/fix', hint: '', description: 'Fixes an issue by its number' },
  { name: '/skill:review', hint: '', description: 'Reads the diff and says what a reviewer would' },
];

/** An open session; what matters for a case is given. */
export function aSession(change: Partial<ActiveSession> = {}): ActiveSession {
  return {
    id: 's1',
    title: 'Add input validation to the order form',
    agentName: 'Countersign',
    modelName: 'Demo model (offline)',
    mode: { id: 'plan', name: 'Plan', icon: 'checklist' },
    changing: null,
    activity: 'idle',
    activityName: 'Idle',
    composer: {
      isOpen: true,
      placeholder: 'Say what the agent should do',
      closedBecause: '',
      suggestions: someSuggestions,
    },
    rows: [],
    streaming: '',
    draftsGiven: 0,
    draft: '',
    ...change,
  };
}

export function aView(session: Partial<ActiveSession> = {}, others: SessionsView['sessions'] = []): SessionsView {
  const active = aSession(session);
  const { id, title, agentName, activity } = active;
  return {
    ...noSession,
    sessions: [{ id, title, agentName, modeName: active.mode.name, activity }, ...others],
    active,
  };
}

export const waitingForReview: Partial<ActiveSession> = {
  activity: 'waiting-for-review',
  activityName: 'Waiting for you',
  composer: {
    isOpen: false,
    placeholder: '',
    closedBecause: 'The agent waits for your decision on plan v2.',
    suggestions: someSuggestions,
  },
};

export const running: Partial<ActiveSession> = {
  activity: 'running',
  activityName: 'Working',
  composer: {
    isOpen: false,
    placeholder: '',
    closedBecause: 'You can write again when this turn has ended.',
    suggestions: someSuggestions,
  },
};

export const waitingForPermission: Partial<ActiveSession> = {
  activity: 'waiting-for-permission',
  activityName: 'Waiting for you',
  composer: {
    isOpen: false,
    placeholder: '',
    closedBecause: 'Answer the question above first.',
    suggestions: someSuggestions,
  },
};
