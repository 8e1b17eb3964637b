import type { CancelSignal } from '../core/cancelSignal';
import type { Classification } from '../core/classification';
import type { SessionFact, ToolCall } from '../core/sessionEntry';
import { readClassifierAnswer } from '../protocol/classifierAnswer';
import type { Classifier } from './classifier';
import { classifierQuestion } from './classifierQuestion';
import type { Model } from './model';
import { receiveMessage } from './receiveMessage';
import { timeUp, withTimeLimit } from './timeLimit';
import type { StartTimer } from './timer';

/**
 * Judges calls by asking the session's model, in a question of its own beside the conversation: nothing of it is appended,
 * so it changes neither the history nor the mode, and uses no notice up (P3). Every call is asked about anew; nothing is
 * remembered. A model that cannot judge is not asked.
 */
export class ModelClassifier implements Classifier {
  readonly #ports: ModelClassifierPorts;

  constructor(ports: ModelClassifierPorts) {
    this.#ports = ports;
  }

  async judge(call: ToolCall, signal: CancelSignal): Promise<Classification> {
    const { model, history, workspaceFolder, startTimer } = this.#ports;
    if (model.canJudge === false) return { kind: 'not-judged', code: 'cannot-judge' };
    const question = classifierQuestion(call, history(), workspaceFolder);
    if (!question) return { kind: 'not-judged', code: 'too-large' };
    return withTimeLimit({ signal, ms: limitMs, startTimer }, async (inTime) => {
      const { text, calls, end } = await receiveMessage(model, question, inTime, nobodyReads);
      if (inTime.reason === timeUp) return { kind: 'not-judged', code: 'timed-out' };
      if (end === 'error' || inTime.aborted) return { kind: 'not-judged', code: 'failed' };
      // An answer that was cut off, or that tries to act, is none of those that were asked for.
      const answer = end === 'done' && calls.length === 0 ? readClassifierAnswer(text) : undefined;
      return answer?.state === 'read'
        ? { kind: 'judged', verdict: answer.verdict, reason: answer.reason }
        : { kind: 'not-judged', code: 'unreadable' };
    });
  }
}

export interface ModelClassifierPorts {
  readonly model: Model;
  /** The session's own, also for calls of its sub-agents: what an agent asks of another one is no word of the person. */
  readonly history: () => readonly SessionFact[];
  /** Absolute. */
  readonly workspaceFolder: string;
  readonly startTimer: StartTimer;
}

/** Longer than an answer of two lines takes; the turn waits meanwhile. */
const limitMs = 30_000;

function nobodyReads(): void {}
