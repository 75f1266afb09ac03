/** Where a request leads to. */

/**
 * Absolute form of a request's target, for `URL.parse`, which answers `null` for what is no address. `//` is a path like any other, and
 * begins no host.
 */
export const targetAddress = ({ url = '/' }: { readonly url?: string | undefined }): string =>
  url.startsWith('/') ? `http://here${url}` : url;
