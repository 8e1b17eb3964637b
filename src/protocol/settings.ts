import * as z from 'zod/mini';
import type { Permission } from '../core/permission';
import { hookEvents, type HookEvent } from './hookFrames';

/**
 * Reads `countersign.permissions`: `{ allow, ask, deny }`, each a list of rules as text, which are read afterwards. What
 * is no text is a fault, a sentence for the person, and spoils nothing beside it.
 */
export function readPermissionSettings(value: unknown): {
  readonly rules: Readonly<Partial<Record<Permission, readonly string[]>>>;
  readonly faults: readonly string[];
} {
  const faults: string[] = [];
  const rules: Partial<Record<Permission, readonly string[]>> = {};
  const lists = z.safeParse(z.record(z.string(), z.unknown()), value ?? {});
  if (!lists.success) {
    return { rules, faults: ['The permission rules do not count: they must be an object with lists.'] };
  }
  for (const [name, list] of Object.entries(lists.data)) {
    const effect = permissions.find((known) => known === name);
    const items = z.safeParse(z.array(z.unknown()), list);
    if (effect === undefined || !items.success) {
      faults.push(`The permission rules under "${name}" do not count: there must be a list under allow, ask or deny.`);
      continue;
    }
    const texts: string[] = [];
    for (const [index, item] of items.data.entries()) {
      if (typeof item === 'string') texts.push(item);
      else faults.push(`Rule ${index + 1} under "${effect}" does not count: it must be text.`);
    }
    rules[effect] = texts;
  }
  return { rules, faults };
}

const permissions: readonly Permission[] = ['allow', 'ask', 'deny'];

/**
 * Reads `countersign.shell.useTerminal`. Undefined where it is neither yes nor no; then it is no, because the child process
 * needs nothing of the person's own shell.
 */
export function readUseTerminal(value: unknown): boolean | undefined {
  const parsed = z.safeParse(z.boolean(), value);
  return parsed.success ? parsed.data : undefined;
}

/** One command that is run at an event. */
export interface HookSetting {
  readonly event: HookEvent;
  /**
   * The tools that it is run for, under any name that a rule may use; for Notification the kinds of notification. Empty
   * means all.
   */
  readonly matches: readonly string[];
  /** A line for the system's shell. */
  readonly command: string;
  readonly timeoutMs: number;
}

/** How long a hook may take when its setting does not say. */
const defaultHookTimeoutMs = 60_000;

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
  const matches = matcher === '' || matcher === '*' ? [] : matcher.split('|');
  return hooks.map(({ command, timeout }) => ({
    event,
    matches,
    command,
    timeoutMs: timeout === undefined ? defaultHookTimeoutMs : timeout * 1_000,
  }));
}

function faultOf({ issues }: z.core.$ZodError): string {
  return issues.map((issue) => `"${issue.path.map(String).join('.')}" is missing or not valid`).join('; ');
}
