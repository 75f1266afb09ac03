/** Where a request leads to. */

/** The target of a request, read once; `null` for what is no address. `//` is a path like any other, and begins no host. */
export const requestTarget = ({ url = '/' }: { readonly url?: string | undefined }): URL | null =>
  URL.parse(url.startsWith('/') ? `http://here${url}` : url);
