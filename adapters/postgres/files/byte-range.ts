/** The header `Range` of a request, as far as it is one range of bytes. */
import type { ContentRange } from './file-store.ts';

/** `null`: the whole content is asked for. `unsatisfiable`: the range begins after the end. RFC 9110, section 14. */
export function byteRange(header: string | undefined, size: number): ContentRange | null | 'unsatisfiable' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/u.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from === '') {
    const count = Math.min(Number(to), size);
    return count === 0 ? 'unsatisfiable' : { first: size - count, last: size - 1 };
  }
  const [first, last] = [Number(from), to === '' ? Infinity : Number(to)];
  if (last < first) return null;
  return first >= size ? 'unsatisfiable' : { first, last: Math.min(last, size - 1) };
}
