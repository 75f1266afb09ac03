/** Bytes as base64, and back. */

/** In browsers, workers and Node; the libraries of this module's compilation have neither. */
declare const atob: (base64: string) => string;
declare const btoa: (binary: string) => string;

/** Most arguments of one call. */
const atOnce = 8192;

export function base64Of(content: Uint8Array): string {
  let binary = '';
  // `apply` reads the bytes where they are: spread arguments take six times as long.
  for (let at = 0; at < content.length; at += atOnce)
    binary += Reflect.apply(String.fromCharCode, null, content.subarray(at, at + atOnce));
  return btoa(binary);
}

/** With the alphabet of URLs, unpadded. */
export const base64UrlOf = (content: Uint8Array): string =>
  base64Of(content).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** Either alphabet. @throws DOMException for a text that is no base64 */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  // `Uint8Array.from` with a function takes twenty times as long.
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
