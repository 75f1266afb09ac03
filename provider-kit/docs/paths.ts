/** Paths of documents and collections, checked. */
import { isReservedName } from './field-path.ts';
import type { ArgumentLimits } from '#ports/docs/limits.ts';
import { exceeds } from '../utf8.ts';
import { widestLimits } from './argument-limits.ts';

const numericId = /^__id(0|-?[1-9]\d{0,18})__$/u;

/**
 * The number of a document's id that is one: `__id7__`. Numbers take 64 bits and are written without leading zeros. Documents that
 * were imported from Datastore have such ids. `null` for any other id.
 */
export function numberOfId(id: string): bigint | null {
  const digits = numericId.exec(id)?.[1];
  if (digits === undefined) return null;
  const number = BigInt(digits);
  return BigInt.asIntN(64, number) === number ? number : null;
}

/** Fault of an id, as the end of a sentence; `null` for a valid id. */
function faultOf(id: string, { idBytes }: ArgumentLimits): string | null {
  if (id === '') return 'must not be empty.';
  if (id === '.' || id === '..' || isReservedName(id)) return `must not be “${id}”: it is reserved.`;
  return exceeds(id, idBytes) ? `must be at most ${idBytes} bytes long.` : null;
}

/** @throws TypeError for an empty, reserved or overlong id */
export function checkId(id: unknown, what = 'An id', limits = widestLimits): string {
  if (typeof id !== 'string') throw new TypeError(`${what} must be a string.`);
  const fault = faultOf(id, limits);
  if (fault) throw new TypeError(`${what} ${fault}`);
  return id;
}

function checkSegments(path: unknown, kind: string, limits: ArgumentLimits): readonly string[] {
  if (typeof path !== 'string') throw new TypeError(`The path of a ${kind} must be a string.`);
  const segments = path.split('/');
  let isId = false;
  for (const segment of segments) {
    const fault = faultOf(segment, limits);
    if (fault && !(isId && numberOfId(segment) !== null)) {
      const shown = path.length > 100 ? `${path.slice(0, 100)}…` : path;
      throw new TypeError(`Each part of the path “${shown}” ${fault}`);
    }
    isId = !isId;
  }
  if (exceeds(path, limits.pathBytes))
    throw new TypeError(`The path of a ${kind} must be at most ${limits.pathBytes} bytes long.`);
  if (segments.length > limits.collections * 2)
    throw new TypeError(`A ${kind} lies at most ${limits.collections} collections deep.`);
  return segments;
}

/** @throws TypeError unless `path` names a document: an even number of parts, none empty or reserved */
export function checkDocumentPath(path: unknown, limits = widestLimits): string {
  if (checkSegments(path, 'document', limits).length % 2 !== 0)
    throw new TypeError(
      `“${String(path)}” names a collection; a document was expected (an even number of parts).`,
    );
  return String(path);
}

/** @throws TypeError unless `path` names a collection: an odd number of parts, none empty or reserved */
export function checkCollectionPath(path: unknown, limits = widestLimits): string {
  if (checkSegments(path, 'collection', limits).length % 2 !== 1)
    throw new TypeError(
      `“${String(path)}” names a document; a collection was expected (an odd number of parts).`,
    );
  return String(path);
}
