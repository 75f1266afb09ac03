/** Values both ways: the ports' and the SDK's. */
import { mapFields, mapLeaves } from '#provider-kit/visit-values.ts';
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
import { parseFieldPath } from '#provider-kit/docs/field-path.ts';
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

export const sdkValue = (db: Firestore, value: WriteValue): unknown =>
  mapLeaves(value, (leaf) => sdkLeaf(db, leaf));

function sdkLeaf(db: Firestore, value: unknown): unknown {
  if (value instanceof Timestamp) return new SdkTimestamp(value.seconds, value.nanoseconds);
  if (value instanceof Uint8Array) return Bytes.fromUint8Array(value);
  if (value instanceof DocRef) return doc(db, value.path);
  if (value instanceof GeoPoint) return new SdkGeoPoint(value.latitude, value.longitude);
  if (value instanceof Vector) return vector([...value.values]);
  return value instanceof FieldOp ? sdkOperation(db, value) : value;
}

export const sdkData = (db: Firestore, data: WriteData): Record<string, unknown> =>
  mapFields(data, (value) => sdkValue(db, value));

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
  freezeInPlace(mapFields(data, (value) => mapLeaves(value, portLeaf) as DocValue));

function portLeaf(value: unknown): unknown {
  if (value instanceof SdkTimestamp) return new Timestamp(value.seconds, value.nanoseconds);
  if (value instanceof Bytes) return value.toUint8Array();
  if (value instanceof DocumentReference) return new DocRef(value.path);
  if (value instanceof SdkGeoPoint) return new GeoPoint(value.latitude, value.longitude);
  if (value instanceof VectorValue) return new Vector(value.toArray());
  return value;
}
