/**
 * Messages as JSON, the way protocol buffers (version 3) prescribe it and browsers speak it: times and bytes as text, large numbers as
 * text, wrapped values bare. On this side messages are as the binary decoder gives them.
 */
import { mapFields } from '#provider-kit/visit-values.ts';
import protobuf, { type Field, type Type } from 'protobufjs';
import { isInt64 } from '#query/exact-number.ts';
import { PortError } from '#ports/errors.ts';
import { checkNesting } from '../nesting.ts';

type Json = Readonly<Record<string, unknown>>;

const { Enum, Type: MessageType } = protobuf;

const timestamp = '.google.protobuf.Timestamp';
const nothing = '.google.protobuf.NullValue';
const wrapper = /^\.google\.protobuf\.(?:Bool|Bytes|Double|Float|Int32|Int64|String|UInt32|UInt64)Value$/u;
const large = new Set(['int64', 'uint64', 'sint64', 'fixed64', 'sfixed64']);
const small = new Set(['int32', 'uint32', 'sint32', 'fixed32', 'sfixed32']);
const real = new Set(['double', 'float']);

const wrong = (where: string, what: string) =>
  new PortError('invalid-argument', `${where || 'The message'} ${what}.`);

/**
 * Message from JSON, as the binary decoder would return it.
 * @throws PortError invalid-argument, with the place of the fault
 */
export const messageFrom = (type: Type, json: unknown): object => readMessage(type, json, '');

/** Response as a value for `JSON.stringify`. */
export const jsonOf = (type: Type, message: object): Json => writeMessage(type, message as Json);

/** @throws PortError invalid-argument, for what is nested too deep, too */
export function parseWireJson(text: string): unknown {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new PortError('invalid-argument', 'This is not JSON.', { cause: error });
  }
  checkNesting(json);
  return json;
}

function readMessage(type: Type, json: unknown, where: string): object {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw wrong(where, 'has to be an object');
  const message: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(json)) {
    const field = fieldOf(type, key);
    const at = where ? `${where}.${key}` : key;
    if (!field) throw wrong(at, 'is no field of the protocol');
    if (value === null && field.resolvedType?.fullName !== nothing) continue;
    message[field.name] = readField(field, value, at);
  }
  return message;
}

/** JSON says names in camel case; as they are in the protocol's files they are understood, too. */
const fieldOf = (type: Type, key: string): Field | undefined =>
  Object.hasOwn(type.fields, key)
    ? type.fields[key]
    : type.fieldsArray.find(
        ({ name }) => name === key.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase()),
      );

function readField(field: Field, value: unknown, where: string): unknown {
  if (field.map) {
    if (typeof value !== 'object' || value === null) throw wrong(where, 'has to be an object');
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([key, one]) => [key, readOne(field, one, `${where}.${key}`)]));
  }
  if (!field.repeated) return readOne(field, value, where);
  if (!Array.isArray(value)) throw wrong(where, 'has to be a list');
  return value.map((one, at) => readOne(field, one, `${where}[${at}]`));
}

function readOne({ type, resolvedType }: Field, value: unknown, where: string): unknown {
  if (resolvedType instanceof Enum) return readEnum(resolvedType, value, where);
  if (resolvedType instanceof MessageType) {
    if (resolvedType.fullName === timestamp) return readTime(value, where);
    const inside = wrapper.test(resolvedType.fullName) && resolvedType.fields['value'];
    return inside ? { value: readOne(inside, value, where) } : readMessage(resolvedType, value, where);
  }
  if (real.has(type) || small.has(type)) return readNumber(value, where);
  if (large.has(type)) {
    if (!/^-?\d+$/u.test(String(value)) || !isInt64(BigInt(String(value))))
      throw wrong(where, 'has to be a whole number of 64 bits');
    return String(value);
  }
  if (type === 'bytes') {
    if (typeof value !== 'string') throw wrong(where, 'has to be bytes in base64');
    return Buffer.from(value, 'base64');
  }
  if (typeof value !== (type === 'bool' ? 'boolean' : 'string')) throw wrong(where, `has to be a ${type}`);
  return value;
}

function readEnum(type: protobuf.Enum, value: unknown, where: string): string {
  if (type.fullName === nothing && value === null) return 'NULL_VALUE';
  const name = typeof value === 'number' ? type.valuesById[value] : value;
  if (typeof name !== 'string' || !Object.hasOwn(type.values, name))
    throw wrong(where, `has to be one of ${Object.keys(type.values).join(', ')}`);
  return name;
}

function readNumber(value: unknown, where: string): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || (Number.isNaN(number) && value !== 'NaN'))
    throw wrong(where, 'has to be a number');
  return number;
}

const time = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/u;

function readTime(value: unknown, where: string): object {
  // The SDK says times of its own making as they are in the binary form.
  if (typeof value === 'object' && value !== null && 'seconds' in value)
    return { seconds: String(value.seconds), nanos: 'nanos' in value ? Number(value.nanos) : 0 };
  const [, whole = '', fraction = '', zone = ''] = time.exec(String(value)) ?? [];
  const ms = Date.parse(whole + zone);
  if (Number.isNaN(ms)) throw wrong(where, 'has to be a time, 2026-01-31T12:00:00.5Z');
  return { seconds: String(ms / 1000), nanos: Number(fraction.padEnd(9, '0')) };
}

function writeMessage(type: Type, message: Json): Json {
  const json: Record<string, unknown> = {};
  for (const field of type.fieldsArray) {
    const value = message[field.name];
    if (value !== undefined) json[field.name] = writeField(field, value);
  }
  return json;
}

function writeField(field: Field, value: unknown): unknown {
  if (field.map) return mapFields(value as Json, (one) => writeOne(field, one));
  return field.repeated
    ? (value as readonly unknown[]).map((one) => writeOne(field, one))
    : writeOne(field, value);
}

function writeOne({ type, resolvedType }: Field, value: unknown): unknown {
  if (resolvedType instanceof Enum) return resolvedType.fullName === nothing ? null : value;
  if (resolvedType instanceof MessageType) {
    if (resolvedType.fullName === timestamp) return writeTime(value as { seconds?: string; nanos?: number });
    const inside = wrapper.test(resolvedType.fullName) && resolvedType.fields['value'];
    return inside ? writeOne(inside, (value as Json)['value']) : writeMessage(resolvedType, value as Json);
  }
  if (type === 'bytes') return Buffer.from(value as Uint8Array).toString('base64');
  // JSON itself has neither of these.
  if (real.has(type) && (!Number.isFinite(value) || Object.is(value, -0)))
    return Object.is(value, -0) ? '-0' : String(value);
  return value;
}

function writeTime({
  seconds = '0',
  nanos = 0,
}: {
  readonly seconds?: string;
  readonly nanos?: number;
}): string {
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, -5);
  return `${whole}.${String(nanos).padStart(9, '0')}Z`;
}
