import { render } from 'preact';
import {
  reviewHostMessageSchema,
  type ReviewAct,
  type ReviewHostMessage,
  type ReviewView,
} from '../../src/protocol/reviewMessages';
import { connect } from '../host';
import { HostLink } from './hostLink';
import '../ui/ui.css';
import './review.css';
import { ReviewPage } from './reviewPage';
import { WaitingPage } from './waitingPage';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element.');

let view: ReviewView | undefined;
let isLost = false;
let preview = '';

// P14: every message may come early, late or twice; each one that is a view is the whole state.
const link = new HostLink(
  connect<ReviewHostMessage, ReviewAct>(reviewHostMessageSchema, (message) => {
    link.heard();
    switch (message.type) {
      case 'draft-kept':
        return;
      case 'preview':
        preview = message.text;
        break;
      case 'review':
        view = message;
        break;
    }
    draw();
  }),
  (lost) => {
    isLost = lost;
    draw();
  },
);

function draw(): void {
  if (root === null) return;
  const page =
    view === undefined ? (
      <WaitingPage isLost={isLost} />
    ) : (
      // Another review starts anew: nothing typed for one plan may appear on another (I07).
      <ReviewPage
        key={`${view.key.reviewId} ${view.key.planHash}`}
        view={view}
        isLost={isLost}
        preview={preview}
        post={link.post}
      />
    );
  render(page, root);
}

draw();
link.post({ type: 'ready' });
