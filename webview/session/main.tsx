import { render } from 'preact';
import { sessionsViewSchema, type SessionAct, type SessionsView } from '../../src/protocol/sessionMessages';
import { connect } from '../host';
import '../ui/ui.css';
import './session.css';
import { keepFocus, takeFocus } from './keepFocus';
import { SessionPage } from './sessionPage';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element.');

const post = connect<SessionsView, SessionAct>(sessionsViewSchema, (view) =>
  keepFocus(() => render(<SessionPage view={view} post={post} />, root)),
);
window.addEventListener('focus', takeFocus);
post({ type: 'ready' });
