import type { ModelMessage } from '../model';
import { approvedStart } from '../exitResult';
import { planFileIs, planModeIsOn } from '../modeReminder';
import { promptKind, type PromptKind } from './promptKind';
import { changesAsked } from './reviewNotes';

/** A conversation as the demo model sees it: what is wanted, and what has come of what it tried since. */
export interface Scene {
  readonly isPlan: boolean;
  readonly planFile: string;
  /** The last task that was given; empty where there is none. */
  readonly task: string;
  /** What the latest message of the person is. */
  readonly prompt: PromptKind;
  /** What the person asked to be changed in the plan, oldest first. */
  readonly notes: readonly string[];
  /** The calls since the task, oldest first. */
  readonly calls: readonly MadeCall[];
  /** Whether nothing was ever answered in this conversation. */
  readonly isFirstAnswer: boolean;
}

export interface MadeCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly isError: boolean;
  /** Whether the call was made in answer to the latest message of the person. */
  readonly isOfThisTurn: boolean;
  /** How many notes there were when the call was made. */
  readonly notesBefore: number;
}

/** Reads the scene out of the messages. */
export function readScene(messages: readonly ModelMessage[]): Scene {
  let task = '';
  let prompt: PromptKind = 'talk';
  let notes: string[] = [];
  let calls: MadeCall[] = [];
  let isFirstAnswer = true;
  let reminder = '';
  const asked = new Map<string, Readonly<Record<string, unknown>>>();
  for (const message of messages) {
    switch (message.role) {
      case 'user':
        prompt = promptKind(message.text, task !== '');
        calls = calls.map((call) => ({ ...call, isOfThisTurn: false }));
        if (prompt === 'task') {
          task = message.text.trim();
          notes = [];
          calls = [];
        }
        if (prompt === 'note') notes = [...notes, message.text.trim()];
        break;
      case 'assistant':
        isFirstAnswer = false;
        for (const call of message.toolCalls) asked.set(call.id, call.args);
        break;
      case 'tool':
        calls.push({
          name: message.toolName,
          args: asked.get(message.callId) ?? {},
          text: message.text,
          isError: message.isError,
          isOfThisTurn: true,
          notesBefore: notes.length,
        });
        if (message.toolName === exitTool) notes = [...notes, ...changesAsked(message.text)];
        break;
      case 'reminder':
        if (message.text.startsWith(planModeIsOn)) reminder = message.text;
        break;
    }
  }
  return {
    isPlan: reminder !== '',
    planFile: planFileIn(reminder),
    task,
    prompt,
    notes,
    calls,
    isFirstAnswer,
  };
}

/** The tool that asks to leave Plan mode. */
export const exitTool = 'exit_plan_mode';

/** Whether a call is a plan exit that a person has approved. */
export function isApproval(call: MadeCall): boolean {
  return call.name === exitTool && !call.isError && call.text.startsWith(approvedStart);
}

function planFileIn(reminder: string): string {
  const line = reminder.split('\n').find((each) => each.startsWith(planFileIs));
  return line?.slice(planFileIs.length) ?? '';
}
