import assert from 'node:assert/strict';
import type { SessionFact } from '../../src/core/sessionEntry';
import { MemorySessionLog } from '../../src/session/memorySessionLog';
import { Session } from '../../src/session/session';
import { mayGo, placesOf } from '../../src/vscode/placePicker';
import { aHeader, aPlatform } from '../session/support/platform';
import { traceOf } from '../session/support/trace';

const inPlan: SessionFact = { type: 'mode', mode: 'plan', prePlanMode: 'default', revision: 0, cause: 'started' };
const turnEnded: SessionFact = { type: 'turn-ended', reason: 'done' };
const inDefault: SessionFact = { type: 'mode', mode: 'default', revision: 1, cause: 'person' };

/** "one" was said in Plan, then "two" in Default. */
function aSession(): Promise<Session> {
  const entries = traceOf(inPlan, said('one'), turnEnded, inDefault, said('two'), turnEnded);
  return Session.restore({ ...aPlatform(), log: new MemorySessionLog() }, aHeader, entries);
}

function said(text: string): SessionFact {
  return { type: 'user-message', text };
}

/** The questions before something open is ended are native dialogs: test/e2e answers those. */
describe('the places of a conversation', () => {
  it('are the messages, the latest first, with the mode of then and the text to write anew', async () => {
    const places = placesOf(await aSession(), 'go-back');
    assert.deepEqual(
      places.map(({ label, description, place }) => [label, description?.split(' · ')[0], place]),
      [
        ['two', 'Default', { entryId: 'e4', draft: 'two' }],
        ['one', 'Plan', { entryId: 'e1', draft: 'one' }],
      ],
    );
  });

  it('are also the branches that were left, with the time at which they were', async () => {
    const session = await aSession();
    await session.goTo('e4');
    const [, separator, branch] = placesOf(session, 'go-back');
    assert.deepEqual(
      [separator?.label, branch?.label, branch?.place],
      ['Other branches', '$(git-branch) two', { entryId: 'e6' }],
    );
    assert.match(branch?.description ?? '', /^Default · left at \S/);
  });

  it('are also the place where it is, for a fork', async () => {
    const [here] = placesOf(await aSession(), 'fork');
    assert.deepEqual(here?.place, { entryId: 'e6' });
  });

  it('are left without a question where nothing is open', async () => {
    assert.equal(await mayGo(await aSession(), () => Promise.reject(new Error('no review is open'))), true);
  });
});
