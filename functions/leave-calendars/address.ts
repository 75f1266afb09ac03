/** The address of a calendar, as a person enters it. */

/** Servers have both, and so have browsers; this module compiles without either's types. */
declare const URL: {
  parse(text: string): { readonly protocol: string; readonly hostname: string; readonly href: string } | null;
};
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

export interface EnteredAddress {
  readonly address: string;
  /** Host, the only part of the address that screens show. */
  readonly host: string;
}

/** Null for what is no address of a page. The rest of the rules are those of `ServerHttp`, and show when it is read. */
export function enteredAddress(text: string): EnteredAddress | null {
  // Programs write `webcal` for a calendar that is read over https.
  const url = URL.parse(text.trim().replace(/^webcals?:/iu, 'https:'));
  if (!url || !/^https?:$/u.test(url.protocol) || url.hostname === '') return null;
  return { address: url.href, host: url.hostname };
}

export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
