/** Texts and their size. */

/** In browsers, workers and Node; the libraries of this module's compilation don't have it. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

/** Bytes of a text in UTF-8. A lone surrogate counts as the character that replaces it. */
export const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length;

/** Whether a text takes more bytes than `max` in UTF-8. */
export const isLongerInUtf8 = (text: string, max: number): boolean =>
  text.length > max || (text.length * 3 > max && utf8Bytes(text) > max);

/** Characters of a text as senders of alerts count them: code points. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Whether a text has more characters than `max`. Looks at no more of it than needed. */
export const isLonger = (text: string, max: number): boolean =>
  text.length > max && (text.length > max * 2 || characters(text) > max);

/** Made with the first text that is cut: it takes a millisecond. */
let graphemes: Intl.Segmenter | null = null;

/** Cuts at `max` characters, with an ellipsis, and never through a grapheme such as an emoji of several characters. */
export const shorten = (text: string, max: number): string =>
  isLonger(text.trim(), max) ? cut(text.trim(), max, characters) : text.trim();

/** The same, where the bound counts UTF-16 code units, as text fields in browsers do. */
export const shortenUnits = (text: string, max: number): string =>
  text.trim().length > max ? cut(text.trim(), max, ({ length }) => length) : text.trim();

function cut(text: string, max: number, sizeOf: (part: string) => number): string {
  // A character has at most two code units: what lies further back is cut in any case.
  const beginning = text.slice(0, max * 2);
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let kept = '';
  let size = 0;
  for (const { segment } of graphemes.segment(beginning)) {
    size += sizeOf(segment);
    if (size >= max) break;
    kept += segment;
  }
  // A single grapheme without end.
  return `${kept || beginning.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}

/** Control characters, and the separators of lines and paragraphs. */
const controls = /[\p{Cc}\u2028\u2029]+/gu;

export const isOneLine = (text: string): boolean => text.search(controls) < 0;

/** The text with a blank for each run of control characters. */
export const oneLine = (text: string): string => text.replaceAll(controls, ' ').trim();
