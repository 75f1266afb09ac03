/** Published checksums of a content, each computed once: a content is never changed. */
import { digests } from '#firebase-rules/rules/hashes.ts';
import { base64Of } from '#provider-kit/base64.ts';

function once(work: (content: Uint8Array) => string): (content: Uint8Array) => string {
  const known = new WeakMap<Uint8Array, string>();
  return (content) => {
    const found = known.get(content) ?? work(content);
    known.set(content, found);
    return found;
  };
}

/** Base64. */
export const md5Of = once((content) => base64Of(digests.md5(content)));

/** Base64 of its four bytes, the highest first (RFC 4960, appendix B). */
export const crc32cOf = once((content) => base64Of(digests.crc32c(content).toReversed()));
