/** Documents' values, between the ports' and the SDK's. */
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
    const { sdk } = this;
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Timestamp) return new sdk.Timestamp(value.seconds, value.nanoseconds);
    if (value instanceof GeoPoint) return new sdk.GeoPoint(value.latitude, value.longitude);
    if (value instanceof Vector) return sdk.FieldValue.vector([...value.values]);
    if (value instanceof DocRef) return this.database.doc(value.path);
    if (value instanceof Uint8Array) return Buffer.from(value);
    if (value instanceof FieldOp) return this.operation(value);
    if (Array.isArray(value)) return value.map((one: WriteValue) => this.toSdk(one));
    return this.fields(value as WriteData);
  }

  fields(data: WriteData): DocumentData {
    return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, this.toSdk(value)]));
  }

  data(data: DocumentData): DocData {
    return freezeInPlace(this.map(data));
  }

  private map(data: DocumentData): Record<string, DocValue> {
    return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, this.value(value)]));
  }

  private value(value: unknown): DocValue {
    const { sdk } = this;
    if (typeof value === 'bigint') return Number(value);
    if (typeof value !== 'object' || value === null) return value as DocValue;
    if (value instanceof sdk.Timestamp) return new Timestamp(value.seconds, value.nanoseconds);
    if (value instanceof sdk.GeoPoint) return new GeoPoint(value.latitude, value.longitude);
    if (value instanceof sdk.DocumentReference) return new DocRef(value.path);
    if (value instanceof Uint8Array) return new Uint8Array(value);
    if (isVector(value)) return new Vector(value.toArray());
    if (Array.isArray(value)) return value.map((one) => this.value(one));
    return this.map(value as DocumentData);
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
