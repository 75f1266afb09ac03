/** The protocol's messages as the decoder gives them (`protos.ts`), by the types that are published with the protos. */
import type { google } from '@google-cloud/firestore-api/protos';

/** Large numbers and names of enumerations are text, bytes are bytes. Everything that was not sent is absent. */
type Decoded<T> = [Extract<T, Uint8Array>] extends [never]
  ? string extends T
    ? string
    : [T] extends [number]
      ? number extends T
        ? number
        : string
      : [T] extends [string | number]
        ? string
        : [T] extends [boolean]
          ? boolean
          : T extends readonly (infer Item)[]
            ? readonly Decoded<Item>[]
            : { readonly [name in keyof T]: Decoded<NonNullable<T[name]>> }
  : Uint8Array;

export type WireTime = Decoded<google.protobuf.ITimestamp>;
export type WireValue = Decoded<google.firestore.v1.IValue>;
export type WireFields = Readonly<Record<string, WireValue>>;
export type WireDocument = Decoded<google.firestore.v1.IDocument>;
export type WireTransform = Decoded<google.firestore.v1.DocumentTransform.IFieldTransform>;
export type WirePrecondition = Decoded<google.firestore.v1.IPrecondition>;
export type WireFilter = Decoded<google.firestore.v1.StructuredQuery.IFilter>;
export type WireCursor = Decoded<google.firestore.v1.ICursor>;
export type WireQuery = Decoded<google.firestore.v1.IStructuredQuery>;
export type WireAggregation = Decoded<google.firestore.v1.StructuredAggregationQuery.IAggregation>;
export type WireTarget = Decoded<google.firestore.v1.ITarget>;
export type ListenMessage = Decoded<google.firestore.v1.IListenRequest>;
export type BatchGetMessage = Decoded<google.firestore.v1.IBatchGetDocumentsRequest>;
export type QueryMessage = Decoded<google.firestore.v1.IRunQueryRequest>;
export type AggregationMessage = Decoded<google.firestore.v1.IRunAggregationQueryRequest>;

/** The published protos lack `verify`. */
export type WireWrite = Decoded<google.firestore.v1.IWrite> & { readonly verify?: string };

type WithWrites<T> = Omit<Decoded<T>, 'writes'> & { readonly writes?: readonly WireWrite[] };

export type WriteMessage = WithWrites<google.firestore.v1.IWriteRequest>;
export type CommitMessage = WithWrites<google.firestore.v1.ICommitRequest>;
