/** Longest title, in characters. */
const maxTitleLength = 60;

const characterSegmenter = new Intl.Segmenter();

/**
 * What a session is called after its first prompt: the first line that is not blank, without the command before a task,
 * shortened at a space where it can be.
 */
export function titleOf(prompt: string): string {
  const line =
    prompt
      .replace(/^\s*\/plan\s+/, '')
      .split(/\r?\n/)
      .map((part) => part.trim().replace(/\s+/g, ' '))
      .find((part) => part !== '') ?? '';
  // Characters as a person counts them, so that none is cut in two.
  const characters = Array.from(characterSegmenter.segment(line), ({ segment }) => segment);
  if (characters.length <= maxTitleLength) return line;
  const head = characters.slice(0, maxTitleLength - 1).join('');
  const space = head.lastIndexOf(' ');
  return `${space > maxTitleLength / 2 ? head.slice(0, space) : head}…`;
}
