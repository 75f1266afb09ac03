/**
 * Translation between the port's types and the SDK's. The adapter has its own; this one is separate, so that a mistake there is not
 * repeated here.
 */
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
import { isPlainObject } from '#provider-kit/docs/own.ts';
import { documentId } from '#ports/docs/query.ts';
import {
  DocRef,
  type DocData,
  type DocValue,
  FieldOp,
  GeoPoint,
  Timestamp,
  Vector,
} from '#ports/docs/values.ts';

export function toSdk(db: Firestore, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => toSdk(db, inner));
  if (value instanceof Timestamp) return new SdkTimestamp(value.seconds, value.nanoseconds);
  if (value instanceof GeoPoint) return new SdkGeoPoint(value.latitude, value.longitude);
  if (value instanceof DocRef) return doc(db, value.path);
  if (value instanceof Vector) return vector([...value.values]);
  if (value instanceof Uint8Array) return Bytes.fromUint8Array(value);
  if (value instanceof FieldOp) return operation(db, value);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toSdk(db, inner)]));
}

function operation(db: Firestore, { op, operand }: FieldOp): FieldValue {
  const list = (Array.isArray(operand) ? operand : []).map((inner) => toSdk(db, inner));
  switch (op) {
    case 'delete':
      return deleteField();
    case 'increment':
      return increment(Number(operand));
    case 'minimum':
      return minimum(Number(operand));
    case 'maximum':
      return maximum(Number(operand));
    case 'server-timestamp':
      return serverTimestamp();
    case 'array-union':
      return arrayUnion(...list);
    case 'array-remove':
      return arrayRemove(...list);
  }
}

function fromSdk(value: unknown): DocValue {
  if (typeof value !== 'object' || value === null) return value as DocValue;
  if (Array.isArray(value)) return value.map(fromSdk);
  if (value instanceof SdkTimestamp) return new Timestamp(value.seconds, value.nanoseconds);
  if (value instanceof SdkGeoPoint) return new GeoPoint(value.latitude, value.longitude);
  if (value instanceof DocumentReference) return new DocRef(value.path);
  if (value instanceof VectorValue) return new Vector(value.toArray());
  if (value instanceof Bytes) return value.toUint8Array();
  if (!isPlainObject(value)) throw new Error(`The SDK gave a ${value.constructor.name}.`);
  return dataFromSdk(value);
}

export const dataFromSdk = (data: object): DocData =>
  Object.fromEntries(Object.entries(data).map(([name, inner]) => [name, fromSdk(inner)]));

export const fieldOfSdk = (field: string): FieldPath =>
  field === documentId ? new FieldPath(documentId) : new FieldPath(...parseFieldPath(field));
