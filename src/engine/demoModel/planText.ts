import { titleOf } from './checklistRecipe';
import { asCode, type Recipe } from './recipe';
import { relevantFiles } from './relevance';
import type { Survey } from './survey';

/** The plan as a person reads it. */
export function planText(task: string, survey: Survey, notes: readonly string[], recipe: Recipe): string {
  const parts = [
    `# ${titleOf(task)}`,
    'By the demo model: an offline script that has read the files named below, and no language model.',
    '## What is asked',
    quote(task),
    ...(notes.length === 0
      ? []
      : [
          '## What the review asked for',
          notes.map((note, index) => noteText(note, stepOf(note, recipe) ?? index + 1)).join('\n\n'),
        ]),
    '## What is there',
    whatIsThere(survey),
    ...fileTable(task, survey),
    '## Steps',
    ...recipe.steps.map((step, index) => stepText(step, index + 1)),
    '## What happens after approval',
    recipe.edits.map(({ path, what }) => `- [ ] ${asCode(path)}: ${what}`).join('\n'),
    'Each edit goes through the approval mode that is chosen with the approval.',
    '## How to check it',
    recipe.checks.map((check) => `- ${check}`).join('\n'),
    '## What this does not do',
    recipe.limits.map((limit) => `- ${limit}`).join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function noteText(note: string, step: number): string {
  return `${quote(note)}\n\nTaken in as step ${step}.`;
}

function stepOf(note: string, recipe: Recipe): number | undefined {
  const at = recipe.steps.findLastIndex(({ title }) => title.includes(note.replace(/\s+/g, ' ').trim()));
  return at === -1 ? undefined : at + 1;
}

function stepText(step: Recipe['steps'][number], number: number): string {
  // Lists inside an item are indented by the width of its number.
  const indent = ' '.repeat(`${number}. `.length);
  const code = step.code ? `\n\n${indent}\`\`\`${step.code.language}\n${indent}${step.code.text}\n${indent}\`\`\`` : '';
  return `${number}. ${step.title}\n${step.details.map((detail) => `${indent}- ${detail}`).join('\n')}${code}`;
}

function whatIsThere(survey: Survey): string {
  if (survey.files.length === 0) return 'The workspace folder has no files.';
  const counts = new Map<string, number>();
  for (const { path } of survey.files) {
    const ending = /[^/]\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? 'no ending';
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 4);
  const kinds = most
    .map(([ending, count]) => `${count} ${ending === 'no ending' ? 'without an ending' : `\`.${ending}\``}`)
    .join(', ');
  const number = survey.files.length === 1 ? '1 file' : `${survey.files.length} files`;
  return `${survey.isComplete ? number : `More than ${number}; only the nearest were looked at`} (${kinds}). ${survey.texts.size === 0 ? 'None of them could be read as text.' : 'These were read for the plan:'}`;
}

function fileTable(task: string, survey: Survey): readonly string[] {
  const rows = relevantFiles(task, survey)
    .slice(0, 8)
    .map(({ path, text, names, score }) => {
      const cells = [
        asCode(path),
        `${text.replace(/\n$/, '').split('\n').length}`,
        names.length > 0 ? names.slice(0, 4).map(asCode).join(', ') : '–',
        score > 0 ? 'yes' : '',
      ];
      return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    });
  return rows.length === 0
    ? []
    : [['| File | Lines | Offers | Named like the task |', '|---|---:|---|---|', ...rows].join('\n')];
}

function quote(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}
