import { grepArgumentsSchema } from '../../protocol/toolArguments';
import type { EnginePorts } from '../enginePorts';
import type { LinesFound, LinesQuery, Search } from '../search';
import { done, failed, type Tool } from '../tool';
import { toolOf } from '../toolOf';
import { fileLook } from './fileLook';
import { keptOut, keptOutText } from './keptOut';
import type { FoundPlace } from './placeOf';

/** Finds lines of text files. */
export function grepTool(ports: EnginePorts, search: Search): Tool {
  const tool: Tool = toolOf({
    name: 'grep',
    description:
      'Finds the lines in text files that fit a regular expression, as "path:line: text". Folders with generated content (node_modules, .git, dist…) are left out.',
    schema: grepArgumentsSchema,
    aliases: ['grep_search', 'search_file_content'],
    isReadOnly: true,
    invocation: ({ pattern, path = '.', glob, ignore_case: ignoresCase = false }) =>
      fileLook(path, ports, (place, signal) => {
        if (place.is !== 'directory' && place.is !== 'file')
          return { fault: `There is no file or folder ${place.shown}.` };
        return {
          title: `Search for ${pattern}`,
          take: async () => {
            const isKeptOut = place.is === 'directory' ? keptOut(tool, place, ports) : undefined;
            const query = { ...searched(place), pattern, ignoresCase, glob, isKeptOut, maxLines };
            const found = await search.lines(query, signal);
            return found.state === 'failed' ? failed(found.why) : done(foundText(found, place));
          },
        };
      }),
  });
  return tool;
}

/** How many lines one call shows at most, and how much of each. */
const maxLines = 300;
const maxLineLength = 500;

function searched({ path, is }: FoundPlace): Pick<LinesQuery, 'folder' | 'file'> {
  if (is === 'directory') return { folder: path };
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return { folder: path.slice(0, at) || path.slice(0, at + 1), file: path.slice(at + 1) };
}

function foundText(found: Extract<LinesFound, { state: 'found' }>, { shown, is }: FoundPlace): string {
  const shownPath = (below: string): string => {
    if (is === 'file') return shown;
    return shown === '.' ? below : `${shown}/${below}`;
  };
  const lines = found.lines.map(({ path, line, text }) => `${shownPath(path)}:${line}: ${shortened(text)}`);
  if (found.isSomeKeptOut) lines.push(keptOutText);
  if (!found.isComplete) lines.push('[There are more. Ask for less.]');
  return lines.length === 0 ? 'No line fits.' : lines.join('\n');
}

function shortened(text: string): string {
  return text.length <= maxLineLength ? text : `${text.slice(0, maxLineLength)}… [${text.length} characters]`;
}
