import { useEffect, useRef, useState } from 'preact/hooks';
import type { DraftComment, ReviewAct, ReviewView } from '../../src/protocol/reviewMessages';

type Decision = Extract<ReviewAct, { type: 'decide' }>['decision'];

/**
 * Sends one decision, all in one message, and waits: nothing can be sent again until the host has said what became of it,
 * or `isLost` says that it does not answer. `problem` in a pending view is such an answer.
 */
export function useAnswer(view: ReviewView, post: (act: ReviewAct) => void, isLost: boolean): Answer {
  const [isSending, setSending] = useState(false);
  // Set at once, not with the next drawing: a second click may come before it.
  const sentFrom = useRef<ReviewView | undefined>(undefined);
  useEffect(() => {
    const { status } = view;
    const isAnswered = status.state !== 'pending' || (status.problem !== null && view !== sentFrom.current);
    if (!isAnswered && !isLost) return;
    sentFrom.current = undefined;
    setSending(false);
  }, [view, isLost]);
  return {
    isSending,
    send(decision, comments) {
      if (sentFrom.current !== undefined || view.status.state !== 'pending') return;
      sentFrom.current = view;
      setSending(true);
      post({ type: 'decide', key: view.key, decision, comments: [...comments] });
    },
  };
}

export interface Answer {
  readonly isSending: boolean;
  send(decision: Decision, comments: readonly DraftComment[]): void;
}
