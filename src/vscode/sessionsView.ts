import { l10n } from 'vscode';
import type { SessionsView } from '../protocol/sessionMessages';
import { activityName, composerClosedBecause, modeIcon, modeName } from './messages';
import type { OpenSession } from './openSession';
import { sessionRows } from './sessionRows';
import { slashSuggestions } from './slashSuggestions';
import type { Sessions } from './sessions';

/** Everything that the session view shows. */
export function sessionsView(sessions: Sessions, blockedBecause: string | null): SessionsView {
  const live = sessions.live.map(({ session }) => ({
    id: session.id,
    title: titleOr(session.title),
    agentName: session.header.agent.name,
    modeName: modeName(session.register.mode),
    activity: session.activity,
    createdAt: session.header.createdAt,
  }));
  const stored = sessions.stored.map(({ header, title, mode }) => ({
    id: header.id,
    title: titleOr(title),
    agentName: header.agent.name,
    modeName: modeName(mode),
    activity: 'idle' as const,
    createdAt: header.createdAt,
  }));
  const { active } = sessions;
  return {
    type: 'sessions',
    isLoaded: sessions.isLoaded,
    blockedBecause,
    sessions: [...live, ...stored]
      .sort((a, b) => b.createdAt - a.createdAt)
      .map(({ id, title, agentName, modeName: mode, activity }) => ({
        id,
        title,
        agentName,
        modeName: mode,
        activity,
      })),
    active: active
      ? activeView(active, sessions.draft(active.session.id), sessions.draftsGiven(active.session.id))
      : null,
  };
}

function activeView(
  { session, prompter, output, terminals, prompts }: OpenSession,
  draft: string,
  draftsGiven: number,
): NonNullable<SessionsView['active']> {
  const { activity, changing, register } = session;
  const closedBecause = composerClosedBecause(activity);
  return {
    id: session.id,
    title: titleOr(session.title),
    agentName: session.header.agent.name,
    modelName: session.header.agent.model,
    mode: { id: register.mode, name: modeName(register.mode), icon: modeIcon(register.mode) },
    changing: changing ? `${modeName(changing.from)} → ${modeName(changing.to)}…` : null,
    activity,
    activityName: activityName(activity),
    composer: {
      isOpen: closedBecause === '',
      placeholder:
        register.mode === 'plan'
          ? l10n.t('Describe a task. The agent plans first, and you review the plan.')
          : l10n.t('Describe a task.'),
      closedBecause,
      suggestions: slashSuggestions(prompts.known),
    },
    rows: sessionRows(
      session,
      prompter.open,
      (callId) => output.tailOf(callId),
      (callId) => terminals.has(callId),
    ),
    streaming: session.streaming,
    draft,
    draftsGiven,
  };
}

function titleOr(title: string): string {
  return title === '' ? l10n.t('New session') : title;
}
