/** @typedef {import('./statistics.mjs').Summary} Summary */

/**
 * @typedef {object} Results
 * @property {{ cpus: number, node: string, load: number[] }} machine
 * @property {{ vsix: number, files: import('./sizes.mjs').Size[] }} sizes in bytes
 * @property {import('./activation.mjs').Activation} activation
 * @property {{ total: Summary, steps: Record<string, Summary> }} reviewLatency in milliseconds
 */

/** What each step of the review's way is. @type {Readonly<Record<string, string>>} */
const steps = {
  frozen: 'call → plan read, frozen and in the session log',
  editor: '… → VS Code opens the modal editor and asks for its page',
  page: '… → the page is loaded and runs',
  shown: '… → the plan is drawn, in focus, its buttons enabled',
};

/**
 * The results for a reader.
 *
 * @param {Results} results
 */
export function benchPage({ machine, sizes, activation, reviewLatency }) {
  return `# Measured

Written by \`npm run bench\`, in a real VS Code (code-server in headless Chromium) on ${machine.cpus} cores, load average at the
start ${machine.load.join(', ')}. Milliseconds; p95 is a value that was measured. A busy machine shows in the p95 first.

| what | target | median | p95 | max | runs |
|---|---|---|---|---|---|
${row('what activation adds to the start of an extension host', 'under 30', activation.added)}
${row('… as VS Code shows it, its own work included', '', activation.shown)}
${row('… the same for an empty extension in its place', '', activation.empty)}
${row('\`exit_plan_mode\` call → interactive review, plan of 200 lines, warm', 'under 300', reviewLatency.total)}
${Object.entries(reviewLatency.steps)
  .map(([step, summary]) => row(steps[step] ?? step, '', summary))
  .join('\n')}

**Activation** is what VS Code itself measures for the installed VSIX and shows under "Developer: Show Running Extensions":
loading the code and the call of \`activate\`. Each run is a new window with an extension host of its own. That figure holds VS
Code's own work and the wait for other extensions that start in the same host, so each run has a partner: the same VSIX with an
empty \`activate\`. The difference of each pair is what our code adds; it can be negative, where VS Code was busier for the partner.

**Interactive** means: the page has drawn the plan, has the focus, its buttons are enabled, and the frame is painted. (For half a
second more a click decides nothing, by design: it may have been meant for what was on the screen before.) Engine, gate, session
log on disk, review desk, editor and page are the product's; only the model is scripted. The first rounds are not counted.

| file | bytes | zipped |
|---|---|---|
| the VSIX | ${number(sizes.vsix)} | |
${sizes.files.map(({ file, bytes, zipped }) => `| ${file.replace(/-[A-Z0-9]{8}\./, '-….')} | ${number(bytes)} | ${number(zipped)} |`).join('\n')}
`;
}

/** @param {string} what @param {string} target @param {Summary} summary */
function row(what, target, { median, p95, max, runs }) {
  return `| ${what} | ${target} | ${median} | ${p95} | ${max} | ${runs} |`;
}

/** @param {number} bytes */
function number(bytes) {
  return bytes.toLocaleString('en-GB');
}
