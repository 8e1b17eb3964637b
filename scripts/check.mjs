// npm run check: types, lint, format, unused code.
import { runChecks } from './build/checks.mjs';
import { endProcess } from './process/lifetime.mjs';

const answers = await runChecks();
await endProcess(answers.every(({ passed }) => passed) ? 0 : 1);
