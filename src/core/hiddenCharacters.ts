/** A run of ordinary text, or one character that a reader would not see (or that would reorder what the reader sees). */
export type TextPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hidden'; readonly codePoint: number; readonly label: string };

/**
 * J11, J13: cuts text at every character that is invisible or changes the direction of its neighbours, so that each
 * surface can show it as a mark. Joiners inside emoji and inside scripts that are written with them are ordinary text.
 */
export function splitHiddenCharacters(text: string): readonly TextPiece[] {
  if (!anyHidden.test(text)) return text === '' ? [] : [{ kind: 'text', text }];
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(eachHidden)) {
    const character = match[0];
    const at = match.index;
    const codePoint = character.codePointAt(0) ?? 0;
    if (belongsToItsNeighbours(codePoint, text.slice(0, at), text.slice(at + character.length))) continue;
    if (at > from) pieces.push({ kind: 'text', text: text.slice(from, at) });
    pieces.push({ kind: 'hidden', codePoint, label: labelOf(codePoint) });
    from = at + character.length;
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) });
  return pieces;
}

// Controls, default-ignorable and format characters, line and paragraph separators, fillers, tags, lone surrogates.
const hidden =
  '[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F\\u2028\\u2029\\u2800\\uFFF9-\\uFFFB\\p{Cf}\\p{Cs}\\p{Default_Ignorable_Code_Point}]';
const anyHidden = new RegExp(hidden, 'u');
const eachHidden = new RegExp(hidden, 'gu');

const zeroWidthNonJoiner = 0x200c;
const zeroWidthJoiner = 0x200d;
const emojiPresentation = 0xfe0f;
const endsInEmoji = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\uFE0F)$/u;
const endsInPictograph = /[\p{Extended_Pictographic}\p{Emoji_Component}]$/u;
const startsWithEmoji = /^\p{Extended_Pictographic}/u;
const joined =
  '[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}]';
const endsInJoinedScript = new RegExp(`${joined}$`, 'u');
const startsWithJoinedScript = new RegExp(`^${joined}`, 'u');

function belongsToItsNeighbours(codePoint: number, before: string, after: string): boolean {
  const previous = before.slice(-2);
  const next = after.slice(0, 2);
  switch (codePoint) {
    case emojiPresentation:
      return endsInPictograph.test(previous);
    case zeroWidthJoiner:
      return (
        (endsInEmoji.test(previous) && startsWithEmoji.test(next)) ||
        (endsInJoinedScript.test(previous) && startsWithJoinedScript.test(next))
      );
    case zeroWidthNonJoiner:
      return endsInJoinedScript.test(previous) && startsWithJoinedScript.test(next);
    default:
      return false;
  }
}

function labelOf(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
