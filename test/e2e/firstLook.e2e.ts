import assert from 'node:assert/strict';
import { useWorkbench } from './harness/useWorkbench';

describe('first look at the installed extension', () => {
  const workbench = useWorkbench();

  it('has its entry in the activity bar', async () => {
    await workbench().activityBarEntry('Countersign').waitFor();
  });

  it('opens the sessions view from there', async () => {
    await workbench().activityBarEntry('Countersign').click();
    const frame = await workbench().webviewFrame('body[data-page="session"]');
    await frame.getByRole('button', { name: 'New session' }).waitFor();
  });

  it('runs in one extension host', () => {
    assert.equal(workbench().extensionHosts().length, 1);
  });
});
