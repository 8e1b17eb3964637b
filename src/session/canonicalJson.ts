/**
 * The one text of a JSON value, as RFC 8785 has it: keys in the order of their UTF-16 units, no spaces, numbers and strings
 * as JSON.stringify writes them. Lone surrogates are escaped. Throws for what is no JSON value.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      // As in JSON.stringify: what is undefined is not there.
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  throw new TypeError('This is no JSON value.');
}
