import { listFilesArgumentsSchema } from '../../protocol/toolArguments';
import type { EnginePorts } from '../enginePorts';
import { done, failed, type Tool } from '../tool';
import { toolOf } from '../toolOf';
import type { FolderListing } from '../workspace';
import { fileLook } from './fileLook';
import { keptOut, keptOutText } from './keptOut';

/** Lists what is in a folder: folders with a slash at the end, files with their size. */
export function listFilesTool(ports: EnginePorts): Tool {
  const tool: Tool = toolOf({
    name: 'list_files',
    description:
      'Lists the files and folders below a folder of the workspace, nearest first. Folders end with a slash; folders with generated content (node_modules, .git, dist…) are named and not entered.',
    schema: listFilesArgumentsSchema,
    isReadOnly: true,
    invocation: ({ path = '.', depth = 6 }) =>
      fileLook(path, ports, (place, signal) => ({
        title: `List ${place.shown}`,
        take: async () => {
          const limits = { maxDepth: depth, maxEntries: maxListed };
          const listing = await ports.workspace.list(place.path, limits, signal);
          return listing.state === 'listed'
            ? done(listedText(listing, keptOut(tool, place, ports)))
            : failed(faultText(listing.code, place.shown));
        },
      })),
  });
  return tool;
}

/** How many entries one call shows at most. */
const maxListed = 1000;

function listedText(
  listing: Extract<FolderListing, { state: 'listed' }>,
  isKeptOut: (path: string) => boolean = () => false,
): string {
  if (listing.entries.length === 0) return 'The folder is empty.';
  const entries = listing.entries.filter(({ path }) => !isKeptOut(path));
  const lines = entries.map(({ path, kind, bytes }) => {
    if (kind === 'folder') return `${path}/`;
    return kind === 'file' ? `${path}  ${bytes} bytes` : `${path}  (no ordinary file)`;
  });
  if (entries.length < listing.entries.length) lines.push(keptOutText);
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
