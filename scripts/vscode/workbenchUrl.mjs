import path from 'node:path';

/**
 * The address of a window.
 *
 * @param {{ origin: string }} server
 * @param {{ folder?: string | undefined, workspace?: string | undefined, payload?: readonly (readonly string[])[] }} [options]
 *   `payload`: what the desktop takes as flags; it counts only with the server's test driver
 */
export function workbenchUrl(server, { folder, workspace, payload = [] } = {}) {
  const query = new URLSearchParams();
  if (folder !== undefined) query.set('folder', folder);
  else if (workspace !== undefined) query.set('workspace', workspace);
  else query.set('ew', 'true');
  if (payload.length > 0) query.set('payload', JSON.stringify(payload));
  return `${server.origin}/?${query.toString()}`;
}

/**
 * @param {{ authority: string }} server
 * @param {string} file
 * @returns {string} how a window of this server names a file
 */
export function remoteUri(server, file) {
  return `vscode-remote://${server.authority}${path.resolve(file)}`;
}
