/** Values both ways: as the protocol writes them, and as the cloud holds them. */
import { mapFields } from '#provider-kit/visit-values.ts';
import {
  doubleOf,
  integerOf,
  isInteger,
  magnitude,
  numberOf,
  type StoredNumber,
} from '#query/exact-number.ts';
import { DocRef, type DocData, type DocValue, GeoPoint, Timestamp, Vector } from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';
import type { WireFields, WireTime, WireValue } from './messages.ts';
import type { ResourceNames } from './names.ts';
import { refusing } from './status.ts';

const typeTag = '__type__';
const vectorTag = '__vector__';

export const microsOf = ({ seconds = '0', nanos = 0 }: WireTime): number =>
  Number(seconds) * 1_000_000 + Math.floor(nanos / 1000);

export function wireTime(micros: number): WireTime {
  const seconds = Math.floor(micros / 1_000_000);
  return { seconds: String(seconds), nanos: (micros - seconds * 1_000_000) * 1000 };
}

/** @throws PortError invalid-argument */
export function docValueOf(wire: WireValue, names: ResourceNames): DocValue {
  if (wire.stringValue !== undefined) return wire.stringValue;
  if (wire.integerValue !== undefined) return integerOf(BigInt(wire.integerValue));
  if (wire.doubleValue !== undefined) return doubleOf(wire.doubleValue);
  if (wire.booleanValue !== undefined) return wire.booleanValue;
  if (wire.nullValue !== undefined) return null;
  if (wire.mapValue) return mapOf(wire.mapValue.fields ?? {}, names);
  if (wire.arrayValue) return (wire.arrayValue.values ?? []).map((value) => docValueOf(value, names));
  if (wire.timestampValue) {
    const { seconds = '0', nanos = 0 } = wire.timestampValue;
    return refusing(() => new Timestamp(Number(seconds), nanos));
  }
  if (wire.bytesValue) return new Uint8Array(wire.bytesValue);
  if (wire.referenceValue !== undefined) return new DocRef(names.pathOf(wire.referenceValue));
  if (wire.geoPointValue) {
    const { latitude = 0, longitude = 0 } = wire.geoPointValue;
    return refusing(() => new GeoPoint(latitude, longitude));
  }
  throw new PortError('invalid-argument', 'A value of this kind can’t be stored.');
}

export const wireFieldsOf = (fields: WireFields, names: ResourceNames): Record<string, DocValue> =>
  mapFields(fields, (value) => docValueOf(value, names));

function mapOf(fields: WireFields, names: ResourceNames): DocValue {
  if (fields[typeTag]?.stringValue !== vectorTag) return wireFieldsOf(fields, names);
  const values = (fields['value']?.arrayValue?.values ?? []).map((value) => docValueOf(value, names));
  if (values.some((value) => numberOf(value) === null))
    throw new PortError('invalid-argument', 'A vector holds only numbers.');
  return new Vector(values.map(Number));
}

export function wireValue(value: DocValue, names: ResourceNames): WireValue {
  switch (typeof value) {
    case 'string':
      return { stringValue: value };
    case 'boolean':
      return { booleanValue: value };
    case 'number':
      return wireNumber(value);
    default:
      return value === null ? { nullValue: 'NULL_VALUE' } : wireObject(value, names);
  }
}

const wireNumber = (value: StoredNumber): WireValue =>
  isInteger(value) ? { integerValue: String(magnitude(value)) } : { doubleValue: Number(value) };

function wireObject(
  value: Exclude<DocValue, null | boolean | number | string>,
  names: ResourceNames,
): WireValue {
  const number = numberOf(value);
  if (number !== null) return wireNumber(number);
  if (value instanceof Timestamp)
    return { timestampValue: { seconds: String(value.seconds), nanos: value.nanoseconds } };
  if (value instanceof Uint8Array) return { bytesValue: value };
  if (value instanceof DocRef) return { referenceValue: names.of(value.path) };
  if (value instanceof GeoPoint)
    return { geoPointValue: { latitude: value.latitude, longitude: value.longitude } };
  if (value instanceof Vector) {
    const values = value.values.map((one): WireValue => ({ doubleValue: one }));
    return {
      mapValue: { fields: { [typeTag]: { stringValue: vectorTag }, value: { arrayValue: { values } } } },
    };
  }
  if (Array.isArray(value))
    return { arrayValue: { values: value.map((one: DocValue) => wireValue(one, names)) } };
  return { mapValue: { fields: wireFields(value as DocData, names) } };
}

const wireFields = (data: DocData, names: ResourceNames): WireFields =>
  mapFields(data, (value) => wireValue(value, names));

export interface DocumentState {
  readonly path: string;
  readonly data: DocData | null;
  /** Microseconds. */
  readonly version: number;
}

export const wireDocument = ({ path, data, version }: DocumentState, names: ResourceNames) => ({
  name: names.of(path),
  fields: wireFields(data ?? {}, names),
  // The cloud does not keep it, and no port tells it; the Admin SDK wants one.
  createTime: wireTime(version),
  updateTime: wireTime(version),
});
