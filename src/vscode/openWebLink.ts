import * as vscode from 'vscode';

/** Opens a link of a plan or message outside, by the person's click only. Other schemes than these do nothing (J03). */
export async function openWebLink(href: string): Promise<void> {
  let url: URL;
  try {
    url = new URL(href);
  } catch (cause) {
    if (cause instanceof TypeError) return;
    throw cause;
  }
  if (!['http:', 'https:', 'mailto:'].includes(url.protocol)) return;
  await vscode.env.openExternal(vscode.Uri.parse(url.href, true));
}
