import * as vscode from 'vscode';
import type { FrozenPlan } from '../core/frozenPlan';
import { planScheme } from './contributions';

/** The document of one frozen plan. Its last part is the editor's title: which version of which plan. */
export function reviewUri(sessionId: string, plan: FrozenPlan, title: string): vscode.Uri {
  const name = `v${plan.version} ${title}`
    .replace(/[/\\\p{Cc}]/gu, ' ')
    .slice(0, 80)
    .trim();
  return vscode.Uri.from({ scheme: planScheme, path: `/${sessionId}/${plan.reviewId}/${name}` });
}

/** Which plan a document shows; undefined where the URI is none of ours. */
export function reviewOf(uri: vscode.Uri): { readonly sessionId: string; readonly reviewId: string } | undefined {
  const [, sessionId, reviewId] = uri.path.split('/');
  return uri.scheme === planScheme && sessionId && reviewId ? { sessionId, reviewId } : undefined;
}
