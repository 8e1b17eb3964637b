import { asCode, type PlanStep, type Recipe } from './recipe';
import type { Survey } from './survey';

/** The one task that the demo model carries out in code: input validation in the sample project. Undefined elsewhere. */
export function validationRecipe(task: string, survey: Survey, notes: readonly string[]): Recipe | undefined {
  if (!/valid|check|verif|input|wrong|bad/i.test(task)) return undefined;
  const form = survey.texts.get(formPath);
  const prices = survey.texts.get('src/price.ts');
  if (!form || !prices || survey.files.some(({ path }) => path === validationPath)) return undefined;
  const from = form.indexOf("import type { Order } from './order.js';");
  const bodyStart = form.indexOf('export function readOrderForm(fields: OrderFormFields): Order {');
  if (from !== 0 || bodyStart === -1 || !/^export const prices\b/m.test(prices)) return undefined;
  const end = form.indexOf('{', bodyStart) + 1;
  const oldText = form.slice(from, end);
  const lineEnd = oldText.includes('\r\n') ? '\r\n' : '\n';
  const newText =
    `${oldText.slice(0, oldText.search(/\r?\n/))}${lineEnd}import { InvalidOrderForm, validateOrderForm } from './validateOrderForm.js';` +
    `${oldText.slice(oldText.search(/\r?\n/))}${lineEnd}  const problems = validateOrderForm(fields);${lineEnd}  if (problems.length > 0) throw new InvalidOrderForm(problems);`;

  const maximum = maximumIn(notes);
  const open = notes.filter((note) => maximumIn([note]) === undefined);
  return {
    steps: [
      {
        title: `Make ${asCode(validationPath)} with ${asCode('validateOrderForm(fields)')}, which returns what is wrong with each field`,
        details: [
          '`name` must not be blank.',
          '`email` must have one `@` with something on both sides.',
          '`article` must be one of `prices` in `src/price.ts`.',
          maximum === undefined
            ? '`quantity` must be a whole number, 1 or more.'
            : `\`quantity\` must be a whole number from 1 to ${maximum}.`,
        ],
        code: { language: 'ts', text: 'validateOrderForm(fields: OrderFormFields): readonly FieldProblem[]' },
      },
      {
        title: `Call it in ${asCode(formPath)}: ${asCode('readOrderForm')} throws ${asCode('InvalidOrderForm')} before it makes an order`,
        details: [
          'The error carries all problems, so that the page can show each beside its field.',
          'A valid form gives the same order as before.',
        ],
      },
      {
        title: `Test it in ${asCode(testPath)}`,
        details: ['A valid form has no problems; each bad field is reported; an invalid form never becomes an order.'],
      },
      ...notes.map((note): PlanStep => ({ title: `From the review: ${quoted(note)}`, details: [noteAnswer(note)] })),
    ],
    edits: [
      {
        kind: 'write',
        path: validationPath,
        what: 'checks each field of the form',
        isNeeded: true,
        text: validationText(maximum),
      },
      { kind: 'replace', path: formPath, what: 'refuses an invalid form', isNeeded: true, oldText, newText },
      { kind: 'write', path: testPath, what: 'tests both', isNeeded: false, text: testText(maximum, open) },
    ],
    checks: [
      '`npm install` and then `npm test`: the old tests and the new ones pass.',
      `Look at the differences of ${asCode(formPath)}: one import and two lines.`,
    ],
    limits: ['No other file is changed and nothing is installed or run.', 'The messages are in English only.'],
  };
}

const formPath = 'src/orderForm.ts';
const validationPath = 'src/validateOrderForm.ts';
const testPath = 'test/validateOrderForm.test.ts';

/** The greatest quantity that the latest note with one asks for. */
function maximumIn(notes: readonly string[]): number | undefined {
  for (const note of notes.toReversed()) {
    const number = /\b([1-9]\d{0,5})\b/.exec(note)?.[1];
    if (number !== undefined && /quantit|piece|max|at most|limit/i.test(note)) return Number(number);
  }
  return undefined;
}

function noteAnswer(note: string): string {
  const maximum = maximumIn([note]);
  return maximum === undefined
    ? `This script cannot turn the note into code. It is kept where it cannot be forgotten: as an open test (\`test.todo\`) in \`${testPath}\`.`
    : `A quantity above ${maximum} is a problem of the field \`quantity\` (step 1), and a test says so (step 3).`;
}

function quoted(note: string): string {
  return `“${note.replace(/\s+/g, ' ')}”`;
}

function validationText(maximum: number | undefined): string {
  const limit =
    maximum === undefined
      ? ''
      : `/** The most pieces of one article in one order. */\nexport const maxQuantity = ${maximum};\n\n`;
  const limitCheck =
    maximum === undefined
      ? ''
      : ` else if (Number(fields.quantity) > maxQuantity) {\n    problems.push({ field: 'quantity', message: \`Order at most \${maxQuantity} pieces.\` });\n  }`;
  return `import type { OrderFormFields } from './orderForm.js';
import { prices } from './price.js';

/** What is wrong with one field, in words for the customer. */
export interface FieldProblem {
  readonly field: keyof OrderFormFields;
  readonly message: string;
}

${limit}/** Checks what a customer wrote. An empty list means that the form can become an order. */
export function validateOrderForm(fields: OrderFormFields): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (fields.name.trim() === '') {
    problems.push({ field: 'name', message: 'Write your name.' });
  }
  if (!/^[^\\s@]+@[^\\s@]+$/.test(fields.email.trim())) {
    problems.push({ field: 'email', message: 'Write an e-mail address, such as ada@example.org.' });
  }
  if (!prices.has(fields.article)) {
    problems.push({ field: 'article', message: 'Choose an article from the list.' });
  }
  if (!/^[1-9][0-9]*$/.test(fields.quantity.trim())) {
    problems.push({ field: 'quantity', message: 'Write a whole number, 1 or more.' });
  }${limitCheck}
  return problems;
}

/** The form cannot become an order; \`problems\` says why, field by field. */
export class InvalidOrderForm extends Error {
  readonly problems: readonly FieldProblem[];

  constructor(problems: readonly FieldProblem[]) {
    super(problems.map(({ message }) => message).join(' '));
    this.name = 'InvalidOrderForm';
    this.problems = problems;
  }
}
`;
}

function testText(maximum: number | undefined, openNotes: readonly string[]): string {
  const cases = [
    "  ['name', { name: '  ' }],",
    "  ['email', { email: 'ada' }],",
    "  ['article', { article: 'sofa' }],",
    "  ['quantity', { quantity: 'three' }],",
    "  ['quantity', { quantity: '0' }],",
    ...(maximum === undefined ? [] : [`  ['quantity', { quantity: '${maximum + 1}' }],`]),
  ].join('\n');
  const most =
    maximum === undefined
      ? ''
      : `\ntest('${maximum} pieces are still in order', () => {\n  assert.deepEqual(validateOrderForm({ ...valid, quantity: '${maximum}' }), []);\n});\n`;
  const open = openNotes.map((note) => `\ntest.todo(${JSON.stringify(note.replace(/\s+/g, ' '))});\n`).join('');
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOrderForm, type OrderFormFields } from '../src/orderForm.js';
import { InvalidOrderForm, validateOrderForm } from '../src/validateOrderForm.js';

const valid: OrderFormFields = { name: 'Ada', email: 'ada@example.org', article: 'pencil', quantity: '3' };

test('a valid form has no problems', () => {
  assert.deepEqual(validateOrderForm(valid), []);
});

const bad: readonly (readonly [keyof OrderFormFields, Partial<OrderFormFields>])[] = [
${cases}
];

for (const [field, change] of bad) {
  test(\`\${field} is reported for \${JSON.stringify(change)}\`, () => {
    assert.deepEqual(
      validateOrderForm({ ...valid, ...change }).map((problem) => problem.field),
      [field],
    );
  });
}
${most}
test('an invalid form never becomes an order', () => {
  assert.throws(() => readOrderForm({ ...valid, quantity: '-1' }), InvalidOrderForm);
});
${open}`;
}
