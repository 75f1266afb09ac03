/** Values both ways: the ports' and the SDK's. */
import {
  arrayRemove,
  arrayUnion,
  Bytes,
  deleteField,
  doc,
  DocumentReference,
  FieldPath,
  type FieldValue,
  type Firestore,
  GeoPoint as SdkGeoPoint,
  increment,
  maximum,
  minimum,
  serverTimestamp,
  Timestamp as SdkTimestamp,
  vector,
  VectorValue,
} from 'firebase/firestore';
import { parseFieldPath } from '#ports/docs/field-path.ts';
import { freezeInPlace } from '#provider-kit/docs/own.ts';
import {
  DocRef,
  type DocData,
  type DocValue,
  FieldOp,
  GeoPoint,
  Timestamp,
  Vector,
  type WriteData,
  type WriteValue,
} from '#ports/docs/values.ts';

export const sdkField = (field: string): FieldPath => new FieldPath(...parseFieldPath(field));

export function sdkValue(db: Firestore, value: WriteValue): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one: WriteValue) => sdkValue(db, one));
  if (value instanceof Timestamp) return new SdkTimestamp(value.seconds, value.nanoseconds);
  if (value instanceof Uint8Array) return Bytes.fromUint8Array(value);
  if (value instanceof DocRef) return doc(db, value.path);
  if (value instanceof GeoPoint) return new SdkGeoPoint(value.latitude, value.longitude);
  if (value instanceof Vector) return vector([...value.values]);
  if (value instanceof FieldOp) return sdkOperation(db, value);
  return sdkData(db, value as WriteData);
}

export const sdkData = (db: Firestore, data: WriteData): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, sdkValue(db, value)]));

function sdkOperation(db: Firestore, { op, operand }: FieldOp): FieldValue {
  switch (op) {
    case 'delete':
      return deleteField();
    case 'server-timestamp':
      return serverTimestamp();
    case 'increment':
      return increment(Number(operand));
    case 'minimum':
      return minimum(Number(operand));
    case 'maximum':
      return maximum(Number(operand));
    case 'array-union':
      return arrayUnion(...listIn(db, operand));
    case 'array-remove':
      return arrayRemove(...listIn(db, operand));
  }
}

const listIn = (db: Firestore, operand: FieldOp['operand']): unknown[] =>
  Array.isArray(operand) ? operand.map((value: DocValue) => sdkValue(db, value)) : [];

/** Frozen, and nobody else's. */
export const portData = (data: Readonly<Record<string, unknown>>): DocData =>
  freezeInPlace(Object.fromEntries(Object.entries(data).map(([name, value]) => [name, portValue(value)])));

function portValue(value: unknown): DocValue {
  if (typeof value !== 'object' || value === null) return value as DocValue;
  if (Array.isArray(value)) return value.map(portValue);
  if (value instanceof SdkTimestamp) return new Timestamp(value.seconds, value.nanoseconds);
  if (value instanceof Bytes) return value.toUint8Array();
  if (value instanceof DocumentReference) return new DocRef(value.path);
  if (value instanceof SdkGeoPoint) return new GeoPoint(value.latitude, value.longitude);
  if (value instanceof VectorValue) return new Vector(value.toArray());
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, portValue(inner)]));
}
