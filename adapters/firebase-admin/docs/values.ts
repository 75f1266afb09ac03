/** Documents' values, between the ports' and the SDK's. */
import { mapFields, mapLeaves } from '#provider-kit/visit-values.ts';
import type * as Firebase from 'firebase-admin/firestore';
import type { DocumentData, Firestore } from 'firebase-admin/firestore';
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

export type Sdk = typeof Firebase;

export class AdminValues {
  private readonly sdk: Sdk;
  private readonly database: Firestore;

  constructor(sdk: Sdk, database: Firestore) {
    this.sdk = sdk;
    this.database = database;
  }

  toSdk(value: WriteValue): unknown {
    return mapLeaves(value, (leaf) => this.leafToSdk(leaf));
  }

  private leafToSdk(value: unknown): unknown {
    const { sdk } = this;
    if (value instanceof Timestamp) return new sdk.Timestamp(value.seconds, value.nanoseconds);
    if (value instanceof GeoPoint) return new sdk.GeoPoint(value.latitude, value.longitude);
    if (value instanceof Vector) return sdk.FieldValue.vector([...value.values]);
    if (value instanceof DocRef) return this.database.doc(value.path);
    if (value instanceof Uint8Array) return Buffer.from(value);
    return value instanceof FieldOp ? this.operation(value) : value;
  }

  fields(data: WriteData): DocumentData {
    return mapFields(data, (value) => this.toSdk(value));
  }

  data(data: DocumentData): DocData {
    return freezeInPlace(
      mapFields(data, (value) => mapLeaves(value, (leaf) => this.leafToPort(leaf)) as DocValue),
    );
  }

  private leafToPort(value: unknown): unknown {
    const { sdk } = this;
    if (typeof value === 'bigint') return Number(value);
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof sdk.Timestamp) return new Timestamp(value.seconds, value.nanoseconds);
    if (value instanceof sdk.GeoPoint) return new GeoPoint(value.latitude, value.longitude);
    if (value instanceof sdk.DocumentReference) return new DocRef(value.path);
    if (value instanceof Uint8Array) return new Uint8Array(value);
    return isVector(value) ? new Vector(value.toArray()) : value;
  }

  private operation({ op, operand }: FieldOp): unknown {
    const { FieldValue } = this.sdk;
    const list = () => (operand as readonly DocValue[]).map((value) => this.toSdk(value));
    switch (op) {
      case 'server-timestamp':
        return FieldValue.serverTimestamp();
      case 'increment':
        return FieldValue.increment(operand as number);
      case 'minimum':
        return FieldValue.minimum(operand as number);
      case 'maximum':
        return FieldValue.maximum(operand as number);
      case 'array-union':
        return FieldValue.arrayUnion(...list());
      case 'array-remove':
        return FieldValue.arrayRemove(...list());
      case 'delete':
        return FieldValue.delete();
    }
  }
}

/** The SDK does not export its class of vectors. */
const isVector = (value: object): value is { toArray(): number[] } =>
  'toArray' in value && typeof value.toArray === 'function';
