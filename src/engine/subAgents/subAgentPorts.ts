import type { ModeRegister } from '../../core/modeRegister';
import type { SessionFact } from '../../core/sessionEntry';
import type { Actor } from '../actor';
import type { EnginePorts } from '../enginePorts';
import type { Hooks } from '../hooks/hooks';
import { ReadMarks } from '../readMarks';

/**
 * The session's ports as a sub-agent has them: the same model, workspace, rules, hooks and person; a mode, a conversation
 * and a knowledge of files of its own. What a person is asked says who asks, and calls have ids that are the sub-agent's
 * alone (E03).
 */
export function subAgentPorts(ports: EnginePorts, own: OwnParts): EnginePorts {
  const { actor, register, history, taskCallId } = own;
  const { prompter, questioner, hooks, onToolOutput } = ports;
  const idInSession = (callId: string): string => `${taskCallId}/${callId}`;
  const named = (text: string): string => `${actor.name}: ${text}`;
  return {
    ...ports,
    actor,
    register,
    history,
    team: undefined,
    deliverToLeader: own.deliverToLeader,
    readMarks: new ReadMarks(),
    prompter: {
      ask: (request, signal) => {
        const { call, title } = request;
        return prompter.ask({ ...request, call: { ...call, id: idInSession(call.id) }, title: named(title) }, signal);
      },
    },
    questioner: questioner && {
      ask: (questions, signal) =>
        questioner.ask(
          questions.map((one) => ({ ...one, question: named(one.question) })),
          signal,
        ),
    },
    hooks: hooks && withoutStop(hooks),
    onToolOutput: (callId, text) => onToolOutput?.(idInSession(callId), text),
  };
}

interface OwnParts {
  readonly taskCallId: string;
  readonly actor: Exclude<Actor, { kind: 'main' }>;
  readonly register: ModeRegister;
  readonly history: () => readonly SessionFact[];
  readonly deliverToLeader: EnginePorts['deliverToLeader'];
}

/** The Stop hook is about the end of the person's task, which is not the sub-agent's end. */
function withoutStop(hooks: Hooks): Hooks {
  return {
    permissionRequest: (call, signal) => hooks.permissionRequest(call, signal),
    preToolUse: (call, signal) => hooks.preToolUse(call, signal),
    postToolUse: (call, result, signal) => hooks.postToolUse(call, result, signal),
    notification: (kind, message, call, signal) => hooks.notification(kind, message, call, signal),
    stop: () => Promise.resolve(undefined),
  };
}
