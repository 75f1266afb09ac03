/** Bytes as base64, and back. */

/** In browsers, workers and Node; the libraries of this module's compilation have neither. */
declare const atob: (base64: string) => string;
declare const btoa: (binary: string) => string;

export function base64Of(content: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < content.length; at += 8192)
    binary += String.fromCharCode(...content.subarray(at, at + 8192));
  return btoa(binary);
}

/** With the alphabet of URLs, unpadded. */
export const base64UrlOf = (content: Uint8Array): string =>
  base64Of(content).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** Either alphabet. @throws DOMException for a text that is no base64 */
export const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
