/** The parts of the protocol's messages that are read or written here. Everything that was not sent is absent. */

export interface WireTime {
  readonly seconds?: string;
  readonly nanos?: number;
}

export interface WireValue {
  readonly nullValue?: unknown;
  readonly booleanValue?: boolean;
  readonly integerValue?: string;
  readonly doubleValue?: number;
  readonly timestampValue?: WireTime;
  readonly stringValue?: string;
  readonly bytesValue?: Uint8Array;
  readonly referenceValue?: string;
  readonly geoPointValue?: { readonly latitude?: number; readonly longitude?: number };
  readonly arrayValue?: { readonly values?: readonly WireValue[] };
  readonly mapValue?: { readonly fields?: WireFields };
}

export type WireFields = Readonly<Record<string, WireValue>>;

export interface WireDocument {
  readonly name?: string;
  readonly fields?: WireFields;
}

export interface WireTransform {
  readonly fieldPath?: string;
  readonly setToServerValue?: string;
  readonly increment?: WireValue;
  readonly minimum?: WireValue;
  readonly maximum?: WireValue;
  readonly appendMissingElements?: { readonly values?: readonly WireValue[] };
  readonly removeAllFromArray?: { readonly values?: readonly WireValue[] };
}

export interface WirePrecondition {
  readonly exists?: boolean;
  readonly updateTime?: WireTime;
}

export interface WireWrite {
  readonly update?: WireDocument;
  readonly delete?: string;
  readonly verify?: string;
  readonly transform?: { readonly document?: string; readonly fieldTransforms?: readonly WireTransform[] };
  readonly updateMask?: { readonly fieldPaths?: readonly string[] };
  readonly updateTransforms?: readonly WireTransform[];
  readonly currentDocument?: WirePrecondition;
}

export interface WireFilter {
  readonly compositeFilter?: { readonly op?: string; readonly filters?: readonly WireFilter[] };
  readonly fieldFilter?: {
    readonly field?: WireField;
    readonly op?: string;
    readonly value?: WireValue;
  };
  readonly unaryFilter?: { readonly op?: string; readonly field?: WireField };
}

export interface WireField {
  readonly fieldPath?: string;
}

export interface WireCursor {
  readonly values?: readonly WireValue[];
  readonly before?: boolean;
}

export interface WireQuery {
  readonly select?: unknown;
  readonly from?: readonly { readonly collectionId?: string; readonly allDescendants?: boolean }[];
  readonly where?: WireFilter;
  readonly orderBy?: readonly { readonly field?: WireField; readonly direction?: string }[];
  readonly startAt?: WireCursor;
  readonly endAt?: WireCursor;
  readonly offset?: number;
  readonly limit?: { readonly value?: number };
  readonly findNearest?: {
    readonly vectorField?: WireField;
    readonly queryVector?: WireValue;
    readonly distanceMeasure?: string;
    readonly limit?: { readonly value?: number };
    readonly distanceResultField?: string;
    readonly distanceThreshold?: { readonly value?: number };
  };
}

export interface WireAggregation {
  readonly alias?: string;
  readonly count?: { readonly upTo?: { readonly value?: string } };
  readonly sum?: { readonly field?: WireField };
  readonly avg?: { readonly field?: WireField };
}

export interface WireTarget {
  readonly targetId?: number;
  readonly query?: { readonly parent?: string; readonly structuredQuery?: WireQuery };
  readonly documents?: { readonly documents?: readonly string[] };
  readonly resumeToken?: Uint8Array;
  readonly readTime?: WireTime;
}

export interface ListenMessage {
  readonly addTarget?: WireTarget;
  readonly removeTarget?: number;
}

export interface WriteMessage {
  readonly writes?: readonly WireWrite[];
}

export interface CommitMessage {
  readonly writes?: readonly WireWrite[];
  readonly transaction?: Uint8Array;
}

export interface BatchGetMessage {
  readonly documents?: readonly string[];
  readonly transaction?: Uint8Array;
  readonly newTransaction?: unknown;
}

export interface QueryMessage {
  readonly parent?: string;
  readonly structuredQuery?: WireQuery;
  readonly transaction?: Uint8Array;
  readonly newTransaction?: unknown;
}

export interface AggregationMessage {
  readonly parent?: string;
  readonly structuredAggregationQuery?: {
    readonly structuredQuery?: WireQuery;
    readonly aggregations?: readonly WireAggregation[];
  };
}
