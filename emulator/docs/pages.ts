/** Answers that come in pages. A token says where the last page ended, so what changes meanwhile neither repeats nor hides the rest. */
import { PortError } from '#ports/errors.ts';

/** As many as production gives at once, whatever is asked for. */
const largestPage = 300;

export interface DocumentPageRequest {
  readonly pageSize?: number;
  readonly pageToken?: string;
}

export interface DocumentPage<T> {
  readonly items: readonly T[];
  /** Absent on the last page. */
  readonly nextPageToken?: string;
}

/** `keyOf`: what tells an item from all others. @throws PortError invalid-argument for a token that leads nowhere */
export function documentPageOf<T>(
  all: readonly T[],
  { pageSize = 0, pageToken = '' }: DocumentPageRequest,
  keyOf: (item: T) => string,
): DocumentPage<T> {
  if (pageSize < 0)
    throw new PortError('invalid-argument', 'A page holds 1 or more; 0 leaves it to the server.');
  const size = pageSize === 0 ? largestPage : Math.min(pageSize, largestPage);
  const from = pageToken === '' ? 0 : placeAfter(all, decoded(pageToken), keyOf);
  const items = all.slice(from, from + size);
  const last = items.at(-1);
  if (last === undefined || from + size >= all.length) return { items };
  const token = JSON.stringify([keyOf(last), from + size]);
  return { items, nextPageToken: Buffer.from(token).toString('base64url') };
}

/** After the item that ended the page before; if it is gone, where that page ended. */
function placeAfter<T>(
  all: readonly T[],
  [key, place]: readonly [string, number],
  keyOf: (item: T) => string,
): number {
  const at = all.findIndex((item) => keyOf(item) === key);
  return at < 0 ? place : at + 1;
}

function decoded(token: string): readonly [string, number] {
  const wrong = (cause?: unknown) =>
    new PortError('invalid-argument', 'This page token is none of this server’s: begin without one.', {
      cause,
    });
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    const [key, place] = Array.isArray(value) ? (value as unknown[]) : [];
    if (typeof key === 'string' && Number.isSafeInteger(place)) return [key, Number(place)];
  } catch (error) {
    throw wrong(error);
  }
  throw wrong();
}
