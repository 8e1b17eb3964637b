import * as s from '/work/main/test/webview/support/builtPage';
import * as v from '/work/main/test/webview/sessionViews';
const b = await s.launchChromium();
const built = await s.buildPage('session');
const tab = await s.openTab(b, built);
console.log('js', built.script.length, 'css', built.style.length);
const others = [
  {
    id: 's2',
    title: 'Rename the store module and its tests',
    agentName: 'Countersign',
    modeName: 'Auto-edit',
    activity: 'idle' as const,
  },
  {
    id: 's3',
    title: 'Fix the flaky date test',
    agentName: 'Countersign',
    modeName: 'Plan',
    activity: 'waiting-for-permission' as const,
  },
];
const shots: [string, unknown, any, any?][] = [
  ['empty', v.noSession, {}],
  [
    'blocked',
    { ...v.noSession, blockedBecause: 'Open a folder first: an agent works on the files of a workspace.' },
    { height: 300 },
  ],
  ['chooser', { ...v.noSession, sessions: others }, { height: 300 }],
  [
    'rows',
    v.aView({ rows: v.someRows, ...v.running, streaming: 'Next I look at how errors are shown' }),
    { height: 860 },
  ],
  [
    'plan',
    v.aView(
      {
        rows: [
          ...v.someRows.slice(0, 5),
          v.aPlanRow({
            id: 'p0',
            version: 1,
            shortHash: 'aa01bc44de10',
            state: 'unanswered',
            stateName: 'Unanswered',
            canAskAgain: true,
            message: 'The window was closed before you decided. Plan mode is still on.',
          }),
          v.aPlanRow(),
        ],
        ...v.waitingForReview,
      },
      others,
    ),
    { height: 860 },
  ],
  [
    'perm',
    v.aView({
      rows: [
        ...v.someRows.slice(1, 4),
        v.aPermissionRow({ id: 'q0', isOpen: false, answerName: 'Allowed once' }),
        v.aPermissionRow(),
      ],
      mode: { id: 'default', name: 'Default', icon: 'shield' },
      ...v.waitingForPermission,
    }),
    { height: 760 },
  ],
  [
    'changing',
    v.aView(
      {
        rows: [v.aPlanRow({ state: 'applying', stateName: 'Recorded, applying…' })],
        changing: 'Plan → Default',
        ...v.waitingForReview,
      },
      others,
    ),
    { height: 400 },
    async (p: any) => {
      await p
        .getByRole('button', { name: /Add input/ })
        .first()
        .click();
    },
  ],
];
const only = process.argv[2];
const themes = (process.argv[3] ?? 'dark,light,hc-dark,hc-light').split(',');
const width = Number(process.argv[4] ?? 320);
for (const theme of themes)
  for (const [name, view, o, act] of shots) {
    if (only && only !== 'all' && !only.split(',').includes(name)) continue;
    const p = await tab.open({ theme: theme as any, width, ...o });
    await p.send(view);
    if (name === 'perm') await p.page.locator('.button.primary:enabled').waitFor();
    if (act) await act(p.page);
    await p.page.screenshot({ path: `/tmp/sp/${name}-${theme}.png` });
    const a = await s.axeProblems(p.page);
    if (a.length || p.problems().length) console.log(name, theme, a, p.problems());
  }
await b.close();
