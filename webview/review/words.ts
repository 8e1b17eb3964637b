const carriedStates = ['addressed', 'untouched', 'moved', 'gone'] as const;
type CarriedState = (typeof carriedStates)[number];
const carriedWords: Readonly<Record<CarriedState, string>> = {
  addressed: 'changed',
  untouched: 'untouched',
  moved: 'moved',
  gone: 'gone',
};

/** Everything that the review page says by itself. What depends on the session comes from the host. */
export const words = {
  page: 'Plan review',
  waitingForPlan: 'Loading the plan…',
  tabs: 'Ways to see the plan',
  plan: 'Plan',
  changes: 'Changes',
  source: 'Source',
  version: (version: number) => `v${version}`,
  versionLabel: (version: number) => `Version ${version}`,
  agent: (agentName: string, modelName: string) => (modelName === '' ? agentName : `${agentName} · ${modelName}`),
  modes: (modeName: string, previous: string) => `planned in ${modeName}, came from ${previous}`,
  hashHint: (hash: string) => `SHA-256 of this exact text: ${hash}\nClick to copy`,
  hashLabel: (shortHash: string) => `Copy the plan's hash, ${shortHash}`,
  hashCopied: 'The full hash was copied.',
  size: (lines: number, bytes: number) => `${count(lines, 'line')}, ${sizeOf(bytes)}, shown whole`,
  waiting: (milliseconds: number) => `waiting ${durationOf(milliseconds)}`,
  allNew: 'new',
  allNewLabel: 'first version, all new',
  firstVersion: 'This is the first version. All of it is new.',
  comparedWith: (version: number, shortHash: string) =>
    `Compared with v${version} (${shortHash}), which you reviewed before.`,
  changeCount: (added: number, removed: number, changed: number, moved: number) =>
    `${count(added, 'block')} added, ${changed} changed, ${moved === 0 ? '' : `${moved} moved, `}${removed} removed`,
  changeBadge: (added: number, removed: number, changed: number, moved: number) =>
    [
      added > 0 ? `+${added}` : '',
      changed > 0 ? `~${changed}` : '',
      moved > 0 ? `↕${moved}` : '',
      removed > 0 ? `−${removed}` : '',
    ]
      .filter((part) => part !== '')
      .join(' ') || '0',
  lineEndingsOnly: 'Only the line endings differ. The words are the same, the bytes and so the hash are not.',
  noChanges: 'Nothing changed: this is the same text as before.',
  changesView: 'How to compare',
  rendered: 'Rendered',
  bySource: 'By source line',
  markupOnly: 'No word changed here, only the Markdown around it. See it by source line.',
  kinds: { same: '', added: 'Added', removed: 'Removed', changed: 'Changed', moved: 'Moved here' },
  signs: { same: ' ', added: '+', removed: '−', changed: '~', moved: '↕' },
  emptyPlan: 'This plan has no text.',
  decision: 'Decision',
  requestChanges: 'Request changes…',
  requestHas: (comments: number, hasNote: boolean) =>
    `Request changes (${written(comments, hasNote, comments > 0 ? 'note' : 'note begun').join(', ')})…`,
  dismiss: 'Dismiss',
  dismissHint: 'Plan mode stays on and the turn ends',
  noteLabel: 'What should the agent change?',
  noteHint: (chord: string) => `${chord} sends. Escape goes back and keeps your text.`,
  sendNote: 'Send request',
  back: 'Back',
  emptyNote: 'Write what should change first. An empty request tells the agent nothing.',
  unsent: (comments: number, hasNote: boolean) =>
    `You wrote ${written(comments, hasNote, 'a note').join(' and ')}. How should the plan be approved?`,
  approveWith: 'Approve with these as notes',
  approveWithout: 'Approve, do not send them',
  toNote: 'Request changes instead',
  withComments: (comments: number) => `${count(comments, 'comment')} on the plan will be sent with this.`,
  previewLabel: 'What the agent is told',
  comment: 'Comment',
  commentHint: 'Comment on this (C)',
  commentOn: (quote: string | undefined) =>
    quote === undefined
      ? 'Comment on the whole plan'
      : `Comment on “${quote.length > 60 ? `${quote.slice(0, 60)}…` : quote}”`,
  commentKind: 'Kind of comment',
  commentKinds: { change: 'Change', must: 'Must do', question: 'Question', delete: 'Delete this' },
  commentText: 'Comment',
  commentPlaceholder: {
    change: 'What should be different here?',
    must: 'What must the agent do?',
    question: 'What do you want to know?',
    delete: 'Why? (may stay empty)',
  },
  wholePlan: 'On the whole plan',
  suggestion: 'Put this in its place',
  suggest: 'Suggest a replacement',
  editComment: 'Edit',
  deleteComment: 'Delete',
  doneComment: 'Done',
  commentDeleted: 'Comment deleted.',
  undo: 'Undo',
  carriedList: 'Your earlier comments',
  carriedSummary: (carried: readonly { readonly state: CarriedState; readonly version: number }[]) => {
    const number = (state: CarriedState): number => carried.filter((each) => each.state === state).length;
    const parts = carriedStates.flatMap((state) =>
      number(state) === 0 ? [] : `${number(state)} ${carriedWords[state]}`,
    );
    return `Your ${count(carried.length, 'comment')} on v${carried[0]?.version ?? 0}: ${parts.join(', ')}`;
  },
  carriedOn: (version: number) => `Your comment on version ${version}`,
  carriedFrom: (version: number) => `you, on v${version}`,
  notSent: (version: number) => `you, on v${version}, never sent`,
  carriedStates: { addressed: 'Changed', untouched: 'Untouched', moved: 'Moved', gone: 'Gone' },
  carriedChange: { changed: 'What changed there', removed: 'What stood there' },
  showInPlan: 'Show in the plan',
  raiseAgain: 'Raise again',
  takeOver: 'Take over',
  raised: 'Raised again',
  enterDoesNotApprove: (chord: string) => `Enter alone never approves. Press ${chord}, or click.`,
  notArmed: 'Not counted: the review had only just come up. Press again if you mean it.',
  sending: 'Sending your decision…',
  lost: 'The editor lost its connection to this review. Nothing was approved here and Plan mode is still on.',
  lostHint: 'Copy your note if you wrote one, then close this editor and open the review again, or reload the window.',
  broken: 'This view could not be drawn. Below is the whole plan as plain text; you can still decide.',
  keys: 'Keys',
  keyHelp: 'Keys of this review',
  close: 'Close',
} as const;

/** The keys of the page, for its help. */
export function keyRows(chord: string): readonly (readonly [string, string])[] {
  return [
    [chord, 'Approve with the chosen answer; in the note, send it'],
    ['1 2 3', 'Go to an approval, without giving it'],
    ['C', 'Comment on what is selected, on the chosen block, or on the whole plan'],
    ['[ ]', 'Previous and next block'],
    ['R', 'Request changes'],
    ['P D S', 'Plan, Changes, Source'],
    ['J K', 'Next and previous change'],
    ['Esc', 'In a comment or the note: end writing, keep the text. Elsewhere: close, Plan mode stays on'],
    ['?', 'These keys'],
  ];
}

/** What a person has written and not sent. */
function written(comments: number, hasNote: boolean, note: string): readonly string[] {
  return [...(comments > 0 ? [count(comments, 'comment')] : []), ...(hasNote ? [note] : [])];
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function durationOf(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}
