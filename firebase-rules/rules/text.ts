/** Strings counted in characters, not in units of UTF-16. */

const surrogate = /[\uD800-\uDFFF]/;

export function lengthOf(text: string): number {
  return surrogate.test(text) ? Array.from(text).length : text.length;
}

/** Undefined when an end lies outside. */
export function sliced(text: string, from: number, to: number): string | undefined {
  if (from < 0 || to > lengthOf(text)) return undefined;
  return surrogate.test(text) ? Array.from(text).slice(from, to).join('') : text.slice(from, to);
}
