import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/**
 * @param {string} name
 * @returns {string | undefined} the path of a program on the PATH
 */
export function findCommand(name) {
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => path.join(folder, name))
    .find(isExecutable);
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Not there, or not ours to run: for the search that is the same.
    return false;
  }
}
