/** The value of a JSON text; undefined where it is none, which every schema refuses like any other wrong shape. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}
