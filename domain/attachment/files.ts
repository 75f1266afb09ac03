/** Storage and headers of files, so that none of them can run script on the application's origin. */

/** Types that a browser shows and never runs. Not SVG: it may carry script. `storage.rules` has the same list. */
export const inertImageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'] as const;

/** Whether a browser shows the type as a picture, in place. */
export const isInertImage = (type: string): boolean => inertImageTypes.some((inert) => inert === type);

/** Content type of everything that is no inert image. */
const opaqueType = 'application/octet-stream';

export interface FileHeaders {
  readonly contentType: string;
  readonly contentDisposition: string;
}

/** The headers with which a person's file is stored: inert images open in place, everything else is downloaded. */
export function fileHeaders(name: string, type: string): FileHeaders {
  return isInertImage(type)
    ? { contentType: type, contentDisposition: disposition('inline', name) }
    : { contentType: opaqueType, contentDisposition: disposition('attachment', name) };
}

/** A Content-Disposition header (RFC 6266): the name in ASCII for old clients, and as it is in UTF-8 (RFC 8187). */
function disposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7E]|["\\%]/gu, '_');
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${percentEncoded(name)}`;
}

const percentEncoded = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\uFFFD')).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
