/** Text of somebody else's as a label: one line, and no icon where it says `$(name)`. */
export function plainLabel(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replaceAll('$(', '\\$(');
}
