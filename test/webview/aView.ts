import type { ReviewView } from '../../src/protocol/reviewMessages';
import { comparePlans } from '../../src/review/comparePlans';
import { parsePlan } from '../../src/review/parsePlan';
import { planLines } from '../../src/review/planLines';
import { renderPlan } from '../../src/review/renderPlan';
import { titleOf } from '../../src/review/titleOf';

/** The usual case: a pending review of a plan; `before` makes it a second version. */
export function aView({
  text = shortPlan,
  before,
  ...rest
}: Partial<ReviewView> & { text?: string; before?: string } = {}): ReviewView {
  const plan = parsePlan(text);
  const base = before === undefined ? null : { version: 1, shortHash: '77aa01bc' };
  return {
    type: 'review',
    key: { reviewId: 'r1', planHash: '3f9ac2d17be04456a1c99d02e0f7b8a6c5d4e3f2019b8a7c6d5e4f3a2b1c0d9e', revision: 4 },
    title: titleOf(plan),
    sessionTitle: 'Add input validation to the order form',
    agentName: 'Countersign agent',
    modelName: 'Demo model',
    version: before === undefined ? 1 : 2,
    submittedAt: Date.now() - 130_000,
    modeName: 'Plan',
    prePlanModeName: 'YOLO',
    size: { bytes: text.length, lines: planLines(text).length },
    status: pending,
    choices: [
      {
        target: 'default',
        label: 'Approve, ask before edits',
        detail: 'Reading runs by itself. Edits and commands ask you first.',
        isDefault: true,
        warning: null,
      },
      {
        target: 'auto-edit',
        label: 'Approve, accept edits',
        detail: 'Edits in the workspace run without asking.',
        isDefault: false,
        warning: null,
      },
      {
        target: 'restore',
        label: 'Approve, restore YOLO',
        detail: 'Everything runs without asking.',
        isDefault: false,
        warning: 'YOLO lets the agent edit files and run commands without asking you.',
      },
    ],
    blocks: renderPlan(plan),
    source: text,
    changes: { base, ...comparePlans(before === undefined ? undefined : parsePlan(before), plan) },
    draft: { note: '', tab: null, scrollTop: 0, comments: [] },
    carried: [],
    ...rest,
  };
}

export const pending: Extract<ReviewView['status'], { state: 'pending' }> = {
  state: 'pending',
  message: 'Nothing runs until you decide.',
  problem: null,
};

export const shortPlan = `# Validate the order form

Orders with a negative quantity reach \`src/orders.ts\` today. This plan stops them at the form **and** in the service.

## Steps

1. Add \`validateOrder\` to \`src/orders.ts\`: quantity is a whole number above 0, the e-mail has an \`@\`.
2. Call it from \`src/form.ts\` before \`submit\`, and show the first problem beside its field.
3. Cover both with tests in \`test/orders.test.ts\`.

- [x] Read the form and the service
- [ ] Write the validation
- [ ] Write the tests

\`\`\`ts title="src/orders.ts"
export function validateOrder(order: Order): Problem[] {
  return rules.flatMap((rule) => rule(order));
}
\`\`\`

| File | Change | Risk |
|---|---|---|
| \`src/orders.ts\` | new function, called by \`placeOrder\` | low |
| \`src/form.ts\` | shows problems | *medium* |

> Nothing is deleted, and no dependency is added.

See [the form guide](https://example.com/forms) and [the notes](docs/notes.md). <!-- a comment in the plan -->
`;

export const laterPlan = shortPlan
  .replace('a negative quantity', 'a negative or missing quantity')
  .replace('- [ ] Write the validation', '- [x] Write the validation')
  .replace('> Nothing is deleted, and no dependency is added.\n\n', '')
  .replace('## Steps', '## Why now\n\nThe service was changed last week, and its old check went with it.\n\n## Steps');
