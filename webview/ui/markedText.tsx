import { splitHiddenCharacters } from '../../src/protocol/hiddenCharacters';

/** Text with a mark for every character that nobody would see (J11, J13). */
export function MarkedText({ text }: { text: string }) {
  return (
    <>
      {splitHiddenCharacters(text).map((piece, index) => {
        switch (piece.kind) {
          case 'text':
            return piece.text;
          case 'hidden':
            return (
              <span class="hidden-character" key={index}>
                {piece.label}
              </span>
            );
        }
      })}
    </>
  );
}
