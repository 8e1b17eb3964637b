/** The tool by which the built-in agent submits a plan: its result is what the agent is told of the decision. */
export const planExitTool = 'exit_plan_mode';
