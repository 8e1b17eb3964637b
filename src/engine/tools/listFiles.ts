import { listFilesArgumentsSchema, parseArguments } from '../../protocol/toolArguments';
import type { EnginePorts } from '../enginePorts';
import { done, failed, type Tool } from '../tool';
import type { FolderListing } from '../workspace';
import { placeOf } from './placeOf';

/** Lists what is in a folder: folders with a slash at the end, files with their size. */
export function listFilesTool(ports: EnginePorts): Tool {
  return {
    declaration: {
      name: 'list_files',
      description:
        'Lists the files and folders below a folder of the workspace, nearest first. Folders end with a slash; folders with generated content (node_modules, .git, dist…) are named and not entered.',
      parameters: {
        type: 'object',
        properties: {
          path: {
            type: 'string',
            description: 'The folder, relative to the workspace folder. Default: the workspace folder.',
          },
          depth: { type: 'integer', minimum: 1, maximum: 20, description: 'How many levels down. Default: 6.' },
        },
        additionalProperties: false,
      },
    },
    isReadOnly: true,
    build: (args) => {
      const parsed = parseArguments(listFilesArgumentsSchema, 'list_files', args);
      if (parsed.state === 'invalid') return { state: 'invalid', text: parsed.fault };
      const { path = '.', depth = 6 } = parsed.args;
      return {
        state: 'built',
        invocation: {
          kind: 'info',
          permission: () => 'allow',
          prepare: async (signal) => {
            const place = await placeOf(path, ports);
            if (place.kind === 'refused') return { state: 'ended', result: failed(place.text) };
            return {
              state: 'ready',
              title: `List ${place.shown}`,
              execute: async (mayStart) => {
                const ended = mayStart();
                if (ended) return ended;
                const listing = await ports.workspace.list(
                  place.path,
                  { maxDepth: depth, maxEntries: maxListed },
                  signal,
                );
                return listing.state === 'listed'
                  ? done(listedText(listing))
                  : failed(faultText(listing.code, place.shown));
              },
            };
          },
        },
      };
    },
  };
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
