import { enterPlanModeArgumentsSchema } from '../protocol/toolArguments';
import { isMain } from './actor';
import type { EnginePorts } from './enginePorts';
import { modeReminder, planHandover } from './modeReminder';
import { done, refused, type MayStart, type Tool, type ToolDone } from './tool';
import { toolOf } from './toolOf';

/**
 * N1: the tool by which the agent goes down to Plan mode. Nobody is asked, because it can do less afterwards and not more.
 * It never leaves Plan, and where it is on already it changes nothing.
 */
export function enterPlanModeTool(ports: EnginePorts): Tool {
  return toolOf({
    name: 'enter_plan_mode',
    description:
      'Turns Plan mode on: from then on you only read and write a plan, until a person has approved it. Call it only when the person asked for a plan first, and with no other call beside it.',
    schema: enterPlanModeArgumentsSchema,
    aliases: ['plan_enter'],
    isReadOnly: false,
    invocation: ({ userRequested = false }) => ({
      kind: 'info',
      permission: () => 'allow',
      prepare: () =>
        Promise.resolve({
          state: 'ready',
          title: 'Enter Plan mode',
          execute: (mayStart) => Promise.resolve(enter(ports, userRequested, mayStart)),
        }),
    }),
  });
}

function enter(ports: EnginePorts, isRequested: boolean, mayStart: MayStart): ToolDone {
  const { register } = ports;
  const reminder = (): string => modeReminder(register.mode, ports.planFile, planHandover(ports));
  if (!isMain(ports)) {
    return refused('A sub-agent cannot change the mode. Return what should be planned in your answer.');
  }
  if (register.mode === 'plan') return done(`Plan mode was on already.\n${reminder()}`);
  if (ports.canReview?.() === false) {
    return refused(
      `Plan mode was not entered: nobody could review a plan here, so there would be no way out. The mode is still ${register.mode}. Answer with the plan as text.`,
    );
  }
  if (register.mode === 'yolo' && !isRequested) {
    return refused(
      'Plan mode was not entered: the person has chosen to let you work without questions (yolo) and has not asked for a plan. The mode is still yolo. Go on; if they did ask for one in so many words, call this again with "userRequested": true.',
    );
  }
  const stopped = mayStart();
  if (stopped) return stopped;
  register.enterPlanByAgent();
  return done(reminder());
}
