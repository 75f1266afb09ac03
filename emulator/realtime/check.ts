/** Is what a client says of the protocol's form? Whatever comes after this relies on it. */
import type { FromClient, WireBody } from './wire.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws TypeError for what is no message of the protocol: it can't even be answered */
export function messageIn(json: unknown): FromClient {
  if (isFields(json) && isFields(json['d'])) {
    const { t, d } = json as { readonly t: unknown; readonly d: Fields };
    if (t === 'd' && typeof d['r'] === 'number' && typeof d['a'] === 'string')
      return json as unknown as FromClient;
    if (t === 'c' && typeof d['t'] === 'string') return json as unknown as FromClient;
  }
  throw new TypeError('This is no message of the protocol.');
}

const isText = (value: unknown) => typeof value === 'string';
const isYesOrNo = (value: unknown) => typeof value === 'boolean';
const isBound = (value: unknown) => value === null || ['boolean', 'number', 'string'].includes(typeof value);

type Kind = readonly [check: (value: unknown) => boolean, name: string];
const text: Kind = [isText, 'a text'];
const yesOrNo: Kind = [isYesOrNo, 'true or false'];
const bound: Kind = [isBound, 'a plain value'];
const tag: Kind = [(value) => Number.isSafeInteger(value), 'a whole number'];
const count: Kind = [(value) => Number.isSafeInteger(value) && Number(value) > 0, 'a whole number above 0'];

const ofBody: ReadonlyMap<string, Kind> = new Map([
  ['p', text],
  ['q', [isFields, 'an object'] as const],
  ['t', tag],
  ['h', text],
  ['cred', text],
]);

const ofQuery: ReadonlyMap<string, Kind> = new Map([
  ['sp', bound],
  ['sn', text],
  ['sin', yesOrNo],
  ['ep', bound],
  ['en', text],
  ['ein', yesOrNo],
  ['l', count],
  ['vf', text],
  ['i', text],
]);

/** @throws TypeError that names the field */
export function bodyIn(json: unknown): WireBody {
  if (!isFields(json)) throw new TypeError('A request has a body, b, which is an object.');
  check('b', json, ofBody);
  if (isFields(json['q'])) check('b.q', json['q'], ofQuery);
  return json as WireBody;
}

function check(where: string, fields: Fields, kinds: ReadonlyMap<string, Kind>): void {
  for (const [name, [isRight, kind]] of kinds)
    if (Object.hasOwn(fields, name) && !isRight(fields[name]))
      throw new TypeError(`${where}.${name} has to be ${kind}.`);
}
