import { useEffect, useRef, useState } from 'preact/hooks';
import type { ReviewAct, ReviewView } from '../../src/protocol/reviewMessages';

/** How an answer of the person stands on this page. What counts is with the host. */
type AnswerState = 'none' | 'sending';

type Decision = Extract<ReviewAct, { type: 'decide' }>['decision'];

/**
 * Sends one decision, all in one message, and waits: nothing can be sent again until the host has said what became of it,
 * or `isLost` says that it does not answer. `problem` in a pending view is such an answer.
 */
export function useAnswer(view: ReviewView, post: (act: ReviewAct) => void, isLost: boolean): Answer {
  const [state, setState] = useState<AnswerState>('none');
  const sentFrom = useRef<ReviewView | undefined>(undefined);
  useEffect(() => {
    const isAnswered = view.status.state !== 'pending' || (view.status.problem !== null && view !== sentFrom.current);
    if (isAnswered || isLost) setState('none');
  }, [view, isLost]);
  return {
    isSending: state === 'sending',
    send(decision) {
      if (state === 'sending' || view.status.state !== 'pending') return;
      sentFrom.current = view;
      setState('sending');
      post({ type: 'decide', key: view.key, decision });
    },
  };
}

export interface Answer {
  readonly isSending: boolean;
  send(decision: Decision): void;
}
