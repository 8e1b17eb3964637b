import type { FileFault } from '../workspace';

/** Why a file could not be read, for the model. */
export function fileFaultText(code: FileFault, shown: string): string {
  switch (code) {
    case 'missing':
      return `There is no file ${shown}.`;
    case 'directory':
      return `${shown} is a folder. Use list_files for it.`;
    case 'not-text':
      return `${shown} is not a text file (or not in UTF-8), so it cannot be read.`;
    case 'too-large':
      return `${shown} is larger than ${maxFileBytes / 1024 / 1024} MiB, so it cannot be read.`;
    case 'unreadable':
      return `${shown} cannot be read.`;
  }
}

/** The largest file that the agent reads or edits. */
export const maxFileBytes = 2 * 1024 * 1024;
