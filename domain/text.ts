/** Texts and their size. */

/** Bytes of a text in UTF-8. A lone surrogate counts as the character that replaces it. */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** Cuts at `max` characters, with an ellipsis, and never through a surrogate pair. */
export function shorten(words: string, max: number): string {
  const trimmed = words.trim();
  if (trimmed.length <= max) return trimmed;
  return `${trimmed.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}
