/** Argument checks that every provider of storage makes, before anything is sent. */
import type { ObjectChanges, UploadSettings } from '#ports/storage/storage.ts';
import { utf8Length } from '../utf8.ts';

export const defaultMaxBytes = 10 * 1024 * 1024;
export const largestPage = 1000;
const longestPath = 1024;
const texts = [
  'contentType',
  'contentDisposition',
  'contentEncoding',
  'contentLanguage',
  'cacheControl',
] as const;

/** @throws TypeError unless it is the path of an object; `''`, the root, only where `root` says so */
export function checkPath(path: string, root = false): void {
  if (typeof path !== 'string') throw new TypeError('A path is a string.');
  if (path === '' && root) return;
  const bad = faultOf(path);
  if (bad) throw new TypeError(`"${path}" is no path of an object: ${bad}.`);
}

function faultOf(path: string): string | null {
  if (path === '') return 'it is empty';
  if (utf8Length(path) > longestPath) return `it is longer than ${longestPath} bytes`;
  for (const segment of path.split('/')) {
    if (segment === '') return 'it has an empty segment';
    if (segment === '.' || segment === '..') return `"${segment}" is no segment`;
    if ([...segment].some(isControl)) return 'it has a control character';
  }
  return null;
}

const isControl = (character: string) => {
  const code = character.codePointAt(0) ?? 0;
  return code < 32 || code === 127;
};

type Copy<T> = { -readonly [name in keyof T]: T[name] };

/** A copy with the known fields only. @throws TypeError for a field of the wrong type */
export function copyChanges(changes: ObjectChanges = {}): ObjectChanges {
  const copy: Copy<ObjectChanges> = {};
  for (const name of texts) {
    const value = changes[name];
    if (value === undefined) continue;
    if (value !== null && typeof value !== 'string') throw new TypeError(`${name} must be a string.`);
    copy[name] = value;
  }
  if (changes.custom !== undefined) copy.custom = changes.custom === null ? null : copyCustom(changes.custom);
  return copy;
}

/** The same for what goes with an upload. */
export function copySettings(settings: UploadSettings = {}): UploadSettings {
  const copy: Copy<ObjectChanges & Pick<UploadSettings, 'md5Hash'>> = copyChanges(settings);
  for (const [name, value] of [...Object.entries(copy), ...Object.entries(copy.custom ?? {})])
    if (value === null) throw new TypeError(`${name} must not be null.`);
  if (settings.md5Hash !== undefined) {
    if (typeof settings.md5Hash !== 'string') throw new TypeError('md5Hash must be a string.');
    copy.md5Hash = settings.md5Hash;
  }
  return copy as UploadSettings;
}

function copyCustom(custom: Readonly<Record<string, string | null>>): Record<string, string | null> {
  for (const [key, value] of Object.entries(custom))
    if (value !== null && typeof value !== 'string') throw new TypeError(`custom.${key} must be a string.`);
  return { ...custom };
}

/** The largest `custom`, keys and values together, in UTF-8. */
export const largestCustom = 8 * 1024;

export const customSize = (custom: Readonly<Record<string, string>>): number =>
  Object.entries(custom).reduce((size, [key, value]) => size + utf8Length(key) + utf8Length(value), 0);

/** @throws TypeError unless 0 ≤ first ≤ last, both whole */
export function checkRange({ first, last }: { readonly first: number; readonly last: number }): void {
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || first < 0 || last < first)
    throw new TypeError(`A range goes from a first byte to a last one; ${first} to ${last} was given.`);
}

/** @throws TypeError unless whole and 0 or more */
export function checkMaxBytes(maxBytes: number): void {
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 0)
    throw new TypeError(`maxBytes must be a whole number of 0 or more; ${maxBytes} was given.`);
}

/** @throws TypeError unless 1 to 1,000 */
export function checkPageSize(max: number): void {
  if (!Number.isSafeInteger(max) || max < 1 || max > largestPage)
    throw new TypeError(`max must be 1 to ${largestPage}; ${max} was given.`);
}

/** A listing’s folder (`''`: the root) and options, with their defaults. @throws TypeError */
export function checkList(
  folder: string,
  { max = largestPage, pageToken }: { readonly max?: number; readonly pageToken?: string } = {},
): { readonly max: number; readonly pageToken: string | null } {
  checkPath(folder, true);
  checkPageSize(max);
  if (pageToken !== undefined && typeof pageToken !== 'string')
    throw new TypeError('A page token is a string.');
  return { max, pageToken: pageToken ?? null };
}
