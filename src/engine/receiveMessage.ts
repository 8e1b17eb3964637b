import type { CancelSignal } from '../core/cancelSignal';
import type { ToolCall } from '../core/sessionEntry';
import type { Model, ModelEnd, ModelRequest } from './model';
import { orAborted } from './orAborted';

/** One whole answer of the model. */
export interface ReceivedMessage {
  readonly text: string;
  readonly calls: readonly ReceivedCall[];
  readonly end: ModelEnd;
  /** What the model's side says about an `error`. */
  readonly message: string;
}

export interface ReceivedCall {
  readonly call: ToolCall;
  /** Set where the arguments were no JSON object, so that the call cannot run. */
  readonly fault: string | undefined;
}

/** Asks the model and collects its answer. Never throws: a failing stream is an `error`, an abort drops the calls. */
export async function receiveMessage(
  model: Model,
  request: ModelRequest,
  signal: CancelSignal,
  stream: (text: string) => void,
): Promise<ReceivedMessage> {
  let text = '';
  const calls: ReceivedCall[] = [];
  try {
    const events = model.respond(request, signal)[Symbol.asyncIterator]();
    for (;;) {
      const next = await orAborted(events.next(), signal);
      if (next.state === 'aborted') {
        // Not awaited: a stream that hangs must not hold the turn.
        events.return?.().catch(() => undefined);
        return { text, calls: [], end: 'done', message: '' };
      }
      if (next.value.done === true) return { text, calls, end: 'error', message: '' };
      const event = next.value.value;
      switch (event.kind) {
        case 'text-delta':
          text += event.text;
          stream(event.text);
          break;
        case 'tool-call':
          calls.push(received(event.id, event.name, event.args));
          break;
        case 'end':
          return { text, calls, end: event.reason, message: event.message ?? '' };
      }
    }
  } catch (cause) {
    return { text, calls, end: 'error', message: cause instanceof Error ? cause.message : String(cause) };
  }
}

function received(id: string, name: string, args: unknown): ReceivedCall {
  return isRecord(args)
    ? { call: { id, name, args }, fault: undefined }
    : {
        call: { id, name, args: {} },
        fault: `The arguments of ${name} are no JSON object. Call it again with an object.`,
      };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
