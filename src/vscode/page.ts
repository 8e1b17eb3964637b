import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** A page of ours in a webview. Its messages carry `token`; what comes without it did not come from our script (J01). */
export interface Page {
  readonly token: string;
}

/**
 * Fills a webview with one of the two bundled pages. Nothing is loaded but our own script (by nonce) and style sheet;
 * the page can reach no network and runs no inline script or style.
 */
export function openPage(webview: vscode.Webview, extensionUri: vscode.Uri, name: 'review' | 'session'): Page {
  const token = randomBytes(16).toString('hex');
  const nonce = randomBytes(16).toString('base64url');
  const folder = vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
  const resource = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(folder, file)).toString();
  const csp = [
    "default-src 'none'",
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
  ].join('; ');
  webview.options = { enableScripts: true, localResourceRoots: [folder], enableCommandUris: false };
  webview.html = `<!doctype html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${csp}">
<meta name="countersign-page" content="${token}">
<link rel="stylesheet" href="${resource(`${name}.css`)}">
<title>Countersign</title>
</head>
<body data-page="${name}">
<main id="root"></main>
<script nonce="${nonce}" src="${resource(`${name}.js`)}"></script>
</body>
</html>`;
  return { token };
}
