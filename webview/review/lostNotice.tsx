import { Icon } from '../ui/icon';
import * as shapes from '../ui/shapes';
import { words } from './words';

/** H02: the host no longer answers. */
export function LostNotice() {
  return (
    <div class="notice problem" role="alert">
      <Icon shape={shapes.warning} />
      <p>
        {words.lost} {words.lostHint}
      </p>
    </div>
  );
}
