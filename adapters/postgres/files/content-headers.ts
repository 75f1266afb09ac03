/** Headers of a file's content: as its writer set them, except values that could harm a reader of its URL. */
import type { ObjectMetadata } from '#ports/storage/storage.ts';

/** Types that browsers show in place, and that run no script. */
const shownInPlace =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon)|(?:audio|video)\/[\w.+-]+|text\/plain|application\/(?:json|pdf))\s*(?:;[\w\s="'.;+-]*)?$/iu;
/** A browser's viewer of these needs more than a sandbox gives. */
const viewed = /^application\/pdf/iu;
const inline = /^inline\s*(?:;|$)/iu;
const encodings = /^(?:gzip|br|deflate|zstd)$/u;
const language = /^[\w,\s-]{1,100}$/u;
/** No line breaks, nor what is not ASCII. */
const plain = /^[\x20-\x7e]{1,2048}$/u;

/** Of a public download address: the type of content that may be shown inline is kept, everything else is an attachment. */
export function sharedContentHeaders(metadata: ObjectMetadata): Readonly<Record<string, string>> {
  const {
    contentType = '',
    contentDisposition = 'inline',
    contentEncoding = '',
    contentLanguage = '',
    cacheControl = '',
  } = metadata;
  const isShown = shownInPlace.test(contentType);
  const isPlain =
    plain.test(contentDisposition) && /^(?:inline|attachment)\s*(?:;|$)/iu.test(contentDisposition);
  const disposition =
    isPlain && (isShown || !inline.test(contentDisposition)) ? contentDisposition : savedAs(metadata);
  return {
    ...contentHeaders(metadata),
    'Content-Type': isShown ? contentType : 'application/octet-stream',
    'Content-Disposition': disposition,
    'Content-Security-Policy': viewed.test(contentType)
      ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'"
      : "default-src 'none'; sandbox",
    'Cache-Control': plain.test(cacheControl) ? cacheControl : 'private, max-age=3600',
    ...(encodings.test(contentEncoding) && { 'Content-Encoding': contentEncoding }),
    ...(language.test(contentLanguage) && { 'Content-Language': contentLanguage }),
  };
}

/** Of bytes for the app's own requests. */
export const ownContentHeaders = (metadata: ObjectMetadata): Readonly<Record<string, string>> => ({
  ...contentHeaders(metadata),
  'Content-Type': 'application/octet-stream',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cache-Control': 'no-store',
});

const contentHeaders = ({ generation, metageneration }: ObjectMetadata) => ({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Accept-Ranges': 'bytes',
  ETag: `"${generation}-${metageneration}"`,
});

const savedAs = ({ name }: ObjectMetadata): string =>
  `attachment; filename*=utf-8''${encodeURIComponent(name).replace(/['()*]/gu, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}`;
