import { grepArgumentsSchema, parseArguments } from '../../protocol/toolArguments';
import type { EnginePorts } from '../enginePorts';
import type { LinesFound, Search } from '../search';
import { done, failed, type Tool } from '../tool';
import { placeOf } from './placeOf';

/** Finds lines of text files. */
export function grepTool(ports: EnginePorts, search: Search): Tool {
  return {
    declaration: {
      name: 'grep',
      description:
        'Finds the lines in text files that fit a regular expression, as "path:line: text". Folders with generated content (node_modules, .git, dist…) are left out.',
      parameters: {
        type: 'object',
        properties: {
          pattern: { type: 'string', description: 'A regular expression, for one line.' },
          path: { type: 'string', description: 'The folder or file to look in. Default: the workspace folder.' },
          glob: { type: 'string', description: 'Only files that fit this glob, such as "*.ts".' },
          ignore_case: { type: 'boolean', description: 'Whether large and small letters are the same.' },
        },
        required: ['pattern'],
        additionalProperties: false,
      },
    },
    aliases: ['grep_search', 'search_file_content'],
    isReadOnly: true,
    build: (args) => {
      const parsed = parseArguments(grepArgumentsSchema, 'grep', args);
      if (parsed.state === 'invalid') return { state: 'invalid', text: parsed.fault };
      const { pattern, path = '.', glob, ignore_case: ignoresCase = false } = parsed.args;
      return {
        state: 'built',
        invocation: {
          kind: 'info',
          permission: () => 'allow',
          prepare: async (signal) => {
            const place = await placeOf(path, ports);
            if (place.kind === 'refused') return { state: 'ended', result: failed(place.text) };
            if (place.is !== 'directory' && place.is !== 'file')
              return { state: 'ended', result: failed(`There is no file or folder ${place.shown}.`) };
            const at = Math.max(place.path.lastIndexOf('/'), place.path.lastIndexOf('\\'));
            const where =
              place.is === 'directory'
                ? { folder: place.path }
                : { folder: place.path.slice(0, at) || place.path.slice(0, at + 1), file: place.path.slice(at + 1) };
            return {
              state: 'ready',
              title: `Search for ${pattern}`,
              execute: async (mayStart) => {
                const ended = mayStart();
                if (ended) return ended;
                const found = await search.lines({ ...where, pattern, ignoresCase, glob, maxLines }, signal);
                if (found.state === 'failed') return failed(found.why);
                const shownPath = (below: string): string => {
                  if (place.is === 'file') return place.shown;
                  return place.shown === '.' ? below : `${place.shown}/${below}`;
                };
                return done(foundText(found, shownPath));
              },
            };
          },
        },
      };
    },
  };
}

/** How many lines one call shows at most, and how much of each. */
const maxLines = 300;
const maxLineLength = 500;

function foundText(found: Extract<LinesFound, { state: 'found' }>, shownPath: (path: string) => string): string {
  const lines = found.lines.map(({ path, line, text }) => `${shownPath(path)}:${line}: ${shortened(text)}`);
  if (!found.isComplete) lines.push('[There are more. Ask for less.]');
  return lines.length === 0 ? 'No line fits.' : lines.join('\n');
}

function shortened(text: string): string {
  return text.length <= maxLineLength ? text : `${text.slice(0, maxLineLength)}… [${text.length} characters]`;
}
