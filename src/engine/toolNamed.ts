import { foldToolName } from '../core/toolFamilies';
import type { Tool } from './tool';

/** B06: the tool that a name means, in any spelling: `ExitPlanMode`, `exit-plan-mode` and `x.ai/exit_plan_mode` are one. */
export function toolNamed(tools: readonly Tool[], name: string): Tool | undefined {
  const wanted = foldToolName(name);
  return tools.find((tool) =>
    [tool.declaration.name, ...(tool.aliases ?? [])].some((own) => foldToolName(own) === wanted),
  );
}
