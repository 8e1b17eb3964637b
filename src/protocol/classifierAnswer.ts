import * as z from 'zod/mini';
import { verdicts, type Verdict } from '../core/classification';
import { parseJson } from './parseJson';

/**
 * Reads what a model answered when it was asked to judge a call: exactly one JSON object with a verdict and a reason, at
 * most in a code fence. Anything else, and anything beside it, is no verdict (`invalid`).
 */
export function readClassifierAnswer(text: string): ReadAnswer {
  const parsed = z.safeParse(answerSchema, parseJson(withoutFence(text.trim())));
  if (!parsed.success) return { state: 'invalid' };
  const { verdict, reason } = parsed.data;
  const line = oneLine(reason);
  // A verdict without a reason tells the person nothing.
  return line === '' ? { state: 'invalid' } : { state: 'read', verdict, reason: line };
}

type ReadAnswer =
  { readonly state: 'read'; readonly verdict: Verdict; readonly reason: string } | { readonly state: 'invalid' };

const answerSchema = z.strictObject({ verdict: z.enum(verdicts), reason: z.string() });

function withoutFence(text: string): string {
  return /^```(?:json)?\n(.*)\n```$/s.exec(text)?.[1] ?? text;
}

const maxReasonLength = 240;

/** It is shown to a person beside the call, where nothing may look like more than one line. */
function oneLine(reason: string): string {
  const line = reason.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  return line.length <= maxReasonLength ? line : `${line.slice(0, maxReasonLength - 1)}…`;
}
