/** Length of texts as UTF-8. */

/** A character of a string takes at most three bytes, so most strings need not be measured. */
export const exceeds = (text: string, bytes: number): boolean =>
  text.length * 3 > bytes && utf8Length(text) > bytes;

/** Bytes of `text` as UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(at + 1))) {
      bytes += 4;
      at++;
    } else bytes += 3;
  }
  return bytes;
}

/** The first half of a character of two units. */
export const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xdc00;
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit < 0xe000;
