import { LostNotice } from './lostNotice';
import { words } from './words';

/** What is shown until the host has sent the plan. */
export function WaitingPage({ isLost }: { isLost: boolean }) {
  return <div class="page waiting">{isLost ? <LostNotice /> : <p role="status">{words.waitingForPlan}</p>}</div>;
}
