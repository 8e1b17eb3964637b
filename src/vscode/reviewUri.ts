import * as vscode from 'vscode';
import type { FrozenPlan } from '../core/frozenPlan';
import { planScheme } from './contributions';

/**
 * The document of one frozen plan. Its path is what the editor's title shows (I21: which version of which plan, of which
 * session); what it is known by is in the query.
 */
export function reviewUri(
  session: { readonly id: string; readonly title: string },
  plan: FrozenPlan,
  title: string,
): vscode.Uri {
  const query = new URLSearchParams({ session: session.id, review: plan.reviewId });
  return vscode.Uri.from({
    scheme: planScheme,
    path: `/${name(session.title)}/${name(`v${plan.version} ${title}`)}`,
    query: query.toString(),
  });
}

/** Which plan a document shows; undefined where the URI is none of ours. */
export function reviewOf(uri: vscode.Uri): { readonly sessionId: string; readonly reviewId: string } | undefined {
  if (uri.scheme !== planScheme) return undefined;
  const query = new URLSearchParams(uri.query);
  const sessionId = query.get('session');
  const reviewId = query.get('review');
  return sessionId && reviewId ? { sessionId, reviewId } : undefined;
}

/** One part of a path: no separators, nothing invisible, and not so long that the version cannot be seen. */
function name(text: string): string {
  const plain = text
    .replace(/[/\\\p{C}]/gu, ' ')
    .slice(0, 60)
    .trim();
  return plain === '' || /^\.+$/.test(plain) ? '–' : plain;
}
