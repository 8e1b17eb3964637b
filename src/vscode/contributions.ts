/** Every identity that the manifest contributes; a test compares the two, both ways. */
export const contributions = {
  commands: [
    'countersign.newSession',
    'countersign.chooseMode',
    'countersign.cycleMode',
    'countersign.openReview',
    'countersign.openQuestion',
    'countersign.dismissQuestion',
    'countersign.stop',
    'countersign.leavePlan',
    'countersign.goBack',
    'countersign.forkSession',
    'countersign.restoreWorkspace',
    'countersign.showLog',
  ],
  views: ['countersign.sessions'],
  customEditors: ['countersign.planReview'],
  configuration: [
    'countersign.plansDirectory',
    'countersign.permissions',
    'countersign.hooks',
    'countersign.shell.useTerminal',
  ],
  keybindings: ['countersign.cycleMode', 'countersign.openReview', 'countersign.dismissQuestion'],
  contextKeys: [
    'countersign.hasSession',
    'countersign.reviewPending',
    'countersign.reviewFocused',
    'countersign.questionWaiting',
    'countersign.questionShown',
    'countersign.running',
    'countersign.mode',
  ],
} as const;

export type CommandId = (typeof contributions.commands)[number];
export type ContextKey = (typeof contributions.contextKeys)[number];

/** The scheme of frozen plans that are shown in the review editor. */
export const planScheme = 'countersign-plan';
