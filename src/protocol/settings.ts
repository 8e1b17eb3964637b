import * as z from 'zod/mini';
import { hookEvents, type HookEvent } from './hookFrames';

/** `countersign.permissions`: rules as text; each is read on its own, so that one bad rule spoils no other. */
export const permissionSettingsSchema = z.object({
  allow: z.optional(z.readonly(z.array(z.string()))),
  ask: z.optional(z.readonly(z.array(z.string()))),
  deny: z.optional(z.readonly(z.array(z.string()))),
});

/** One command that is run at an event. */
export interface HookSetting {
  readonly event: HookEvent;
  /** The tools that it is run for, under any name that a rule may use; empty means all. */
  readonly tools: readonly string[];
  /** A line for the system's shell. */
  readonly command: string;
  readonly timeoutMs: number;
}

/** How long a hook may take when its setting does not say. */
export const defaultHookTimeoutMs = 60_000;

/**
 * Reads `countersign.hooks`: for each event a list of `{ matcher, hooks: [{ type: "command", command, timeout }] }`, the
 * timeout in seconds. What cannot be read is a fault, a sentence for the person, and spoils nothing beside it.
 */
export function readHookSettings(value: unknown): {
  readonly hooks: readonly HookSetting[];
  readonly faults: readonly string[];
} {
  const hooks: HookSetting[] = [];
  const faults: string[] = [];
  const events = z.safeParse(z.record(z.string(), z.unknown()), value ?? {});
  if (!events.success)
    return { hooks, faults: ['The hooks do not count: they must be an object with a list for each event.'] };
  for (const [name, list] of Object.entries(events.data)) {
    const event = hookEvents.find((known) => known === name);
    if (event === undefined) {
      faults.push(
        `The hooks for "${name}" do not count: there is no such event. The events are ${hookEvents.join(', ')}.`,
      );
      continue;
    }
    const groups = z.safeParse(z.array(z.unknown()), list);
    if (!groups.success) faults.push(`The hooks for ${event} do not count: they must be a list.`);
    for (const [index, group] of (groups.data ?? []).entries()) {
      const parsed = z.safeParse(hookGroupSchema, group);
      if (parsed.success) hooks.push(...hooksOf(event, parsed.data));
      else faults.push(`Hook ${index + 1} for ${event} does not count: ${faultOf(parsed.error)}.`);
    }
  }
  return { hooks, faults };
}

const hookGroupSchema = z.object({
  matcher: z.optional(z.string().check(z.regex(/^(?:\*?|[\w./:-]+(?:\|[\w./:-]+)*)$/))),
  hooks: z.array(
    z.object({
      type: z.literal('command'),
      command: z.string().check(z.regex(/\S/)),
      timeout: z.optional(z.number().check(z.positive(), z.maximum(3_600))),
    }),
  ),
});

function hooksOf(event: HookEvent, { matcher = '', hooks }: z.infer<typeof hookGroupSchema>): readonly HookSetting[] {
  const tools = matcher === '' || matcher === '*' ? [] : matcher.split('|');
  return hooks.map(({ command, timeout }) => ({
    event,
    tools,
    command,
    timeoutMs: timeout === undefined ? defaultHookTimeoutMs : timeout * 1_000,
  }));
}

function faultOf({ issues }: z.core.$ZodError): string {
  return issues.map((issue) => `"${issue.path.map(String).join('.')}" is missing or not valid`).join('; ');
}
