import { openWorkbench, type WorkbenchOptions } from './openWorkbench';
import type { Workbench } from './workbench';

/**
 * One window for all tests of the `describe` that calls it: opened before the first, closed after the last.
 *
 * @returns gives the window, inside a test or a hook
 */
export function useWorkbench(options: WorkbenchOptions = {}): () => Workbench {
  let workbench: Workbench | undefined;
  before(async () => {
    workbench = await openWorkbench(options);
  });
  after(async () => {
    await workbench?.close();
    workbench = undefined;
  });
  return () => {
    if (workbench === undefined) throw new Error('The window is open only while the tests of its describe run.');
    return workbench;
  };
}
