import { listFilesArgumentsSchema } from '../../protocol/toolArguments';
import type { EnginePorts } from '../enginePorts';
import { done, failed, type Tool } from '../tool';
import { toolOf } from '../toolOf';
import type { FolderListing } from '../workspace';
import { fileLook } from './fileLook';

/** Lists what is in a folder: folders with a slash at the end, files with their size. */
export function listFilesTool(ports: EnginePorts): Tool {
  return toolOf({
    name: 'list_files',
    description:
      'Lists the files and folders below a folder of the workspace, nearest first. Folders end with a slash; folders with generated content (node_modules, .git, dist…) are named and not entered.',
    schema: listFilesArgumentsSchema,
    isReadOnly: true,
    invocation: ({ path = '.', depth = 6 }) =>
      fileLook(path, ports, ({ path: folder, shown }, signal) => ({
        title: `List ${shown}`,
        take: async () => {
          const listing = await ports.workspace.list(folder, { maxDepth: depth, maxEntries: maxListed }, signal);
          return listing.state === 'listed' ? done(listedText(listing)) : failed(faultText(listing.code, shown));
        },
      })),
  });
}

/** How many entries one call shows at most. */
const maxListed = 1000;

function listedText(listing: Extract<FolderListing, { state: 'listed' }>): string {
  if (listing.entries.length === 0) return 'The folder is empty.';
  const lines = listing.entries.map(({ path, kind, bytes }) => {
    if (kind === 'folder') return `${path}/`;
    return kind === 'file' ? `${path}  ${bytes} bytes` : `${path}  (no ordinary file)`;
  });
  if (!listing.isComplete) lines.push('[There is more than is shown. List a folder of it, or go less deep.]');
  return lines.join('\n');
}

function faultText(code: Extract<FolderListing, { state: 'unreadable' }>['code'], shown: string): string {
  switch (code) {
    case 'missing':
      return `There is no folder ${shown}.`;
    case 'not-a-folder':
      return `${shown} is no folder. Use read_file for it.`;
    case 'unreadable':
      return `The folder ${shown} cannot be read.`;
  }
}
