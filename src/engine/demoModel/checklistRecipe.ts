import { asCode, type PlanStep, type Recipe } from './recipe';
import { relevantFiles } from './relevance';
import { isCodePath, isTestPath, type Survey } from './survey';

/** What the demo model does anywhere: a plan that names the files that matter, kept as a checklist in PLAN.md. */
export function checklistRecipe(task: string, survey: Survey, notes: readonly string[]): Recipe {
  const heading = titleOf(task);
  const steps = [...stepsFor(task, survey), ...notes.map(noteStep)];
  const section = [
    `From the approved plan for “${heading}”.`,
    '',
    ...steps.map(({ title }) => `- [ ] ${title}`),
    ...notes.map((note) => `- [ ] Check that the note from the review was followed: “${oneLine(note)}”`),
  ].join('\n');
  return {
    steps,
    edits: [
      { kind: 'append', path: 'PLAN.md', what: 'keeps the steps as a checklist', isNeeded: true, section, heading },
    ],
    checks: [...checkCommands(survey), '`PLAN.md` has one open box for each step; tick them as they are done.'],
    limits: [
      'The demo model is a script: for this task it cannot write the code or the text itself. After approval it writes `PLAN.md` and nothing else.',
      'What is in `PLAN.md` already is kept; the new checklist goes to its end.',
    ],
  };
}

/** The first line of the task, short enough for a heading. */
export function titleOf(task: string): string {
  const line = oneLine(task.split('\n').find((each) => each.trim() !== '') ?? task)
    .replace(/^#+\s*/, '')
    .replace(/[.:!]+$/, '');
  return line.length > 80 ? `${line.slice(0, 79).trimEnd()}…` : line;
}

function stepsFor(task: string, survey: Survey): readonly PlanStep[] {
  const all = relevantFiles(task, survey);
  const related = all.filter(({ score }) => score > 0);
  const chosen = (related.length > 1 ? related : all).filter(({ path }) => !isTestPath(path)).slice(0, 4);
  const tests = all.filter(({ path }) => isTestPath(path)).slice(0, 2);
  const readme = survey.files.find(({ path }) => /^readme\.md$/i.test(path))?.path;
  const isCode = survey.files.some(({ path }) => isCodePath(path));
  if (survey.files.length === 0) {
    return [
      {
        title: 'Write down in `README.md` what this project is for',
        details: [
          'The folder is empty, so nothing has to be kept.',
          'Two or three sentences are enough to begin with.',
        ],
      },
      {
        title: `Make the first file for “${titleOf(task)}”`,
        details: ['Start with the smallest piece that can be tried by itself.'],
      },
      {
        title: 'Add one check that shows that it works',
        details: ['A test, or a command with the output that is expected.'],
      },
    ];
  }
  return [
    ...chosen.map(({ path, names }, index): PlanStep => ({
      title: isCodePath(path)
        ? `Change ${asCode(path)}${index === 0 ? ', where the task begins' : ' to go with it'}`
        : `Go through ${asCode(path)} and work the task in`,
      details:
        names.length > 0
          ? [`It offers ${names.slice(0, 5).map(asCode).join(', ')}; callers of these must still work.`]
          : ['Keep what is there and does not concern the task.'],
    })),
    ...(chosen.length === 0
      ? [
          {
            title: 'Decide which file the task belongs in',
            details: [
              'None of the files here could be read as text.',
              ...survey.files.slice(0, 5).map(({ path }) => `There is ${asCode(path)}.`),
            ],
          },
        ]
      : []),
    ...tests.map(({ path }): PlanStep => ({
      title: `Extend the tests in ${asCode(path)}`,
      details: ['One test for what is new, one for what must stay as it is.'],
    })),
    ...(isCode && tests.length === 0
      ? [
          {
            title: 'Add a first test for what is changed',
            details: ['No test was found among the files that were read.'],
          },
        ]
      : []),
    ...(readme !== undefined
      ? [
          {
            title: `Say in ${asCode(readme)} what is different now`,
            details: ['Only if somebody who uses it would notice.'],
          },
        ]
      : []),
  ];
}

function noteStep(note: string): PlanStep {
  return {
    title: `Follow the note from the review: “${oneLine(note)}”`,
    details: ['It holds for all steps above; where a step contradicts it, the note counts.'],
  };
}

function checkCommands(survey: Survey): readonly string[] {
  const has = (path: string): boolean => survey.files.some((file) => file.path === path);
  const scripts = /"test"\s*:/.test(survey.texts.get('package.json') ?? '') ? ['`npm test` passes.'] : [];
  return [
    ...scripts,
    ...(has('Cargo.toml') ? ['`cargo test` passes.'] : []),
    ...(has('go.mod') ? ['`go test ./...` passes.'] : []),
    ...(has('pyproject.toml') ? ['`python -m pytest` passes.'] : []),
  ];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
