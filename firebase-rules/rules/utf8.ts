/** Texts as UTF-8. */

/** In browsers, workers and Node; the libraries of this module's compilation don't have it. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };

const encoder = new TextEncoder();

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);
