import { useMemo } from 'preact/hooks';
import { MarkedText } from '../ui/markedText';

/** The plan's text as it was frozen, every line with its number. */
export function SourceTab({ source }: { source: string }) {
  return useMemo(
    () => (
      <div class="lines">
        {linesOf(source).map((line, index) => (
          <div class="line" key={index}>
            <span class="number" data-number={index + 1} />
            <span class="code">
              <MarkedText text={line} />
            </span>
          </div>
        ))}
      </div>
    ),
    [source],
  );
}

function linesOf(source: string): readonly string[] {
  const lines = source.split(/\r\n|\n|\r/);
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}
