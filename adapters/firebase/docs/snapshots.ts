/** Snapshots of the SDK as the port's: frozen, each document converted once per state. */
import type {
  DocumentData,
  DocumentSnapshot,
  QueryDocumentSnapshot,
  QuerySnapshot,
} from 'firebase/firestore';
import type {
  DocChange,
  DocSnapshot,
  PendingTimestamps,
  QuerySnapshot as PortQuerySnapshot,
} from '#ports/docs/docs.ts';
import { copyForReader } from '#provider-kit/docs/own.ts';
import type { Query } from '#ports/docs/query.ts';
import type { DocData } from '#ports/docs/values.ts';
import { portData } from './values.ts';

type SdkDoc = DocumentSnapshot<DocumentData> | QueryDocumentSnapshot<DocumentData>;

const origins = new WeakMap<DocSnapshot, SdkDoc>();

/** The SDK's own snapshot behind one that was handed out; it knows what is still pending in it. */
export const originOf = (snapshot: DocSnapshot): SdkDoc | undefined => origins.get(snapshot);

export function firestoreSnapshot(
  sdk: SdkDoc,
  serverTimestamps: PendingTimestamps,
  data = dataOf(sdk, serverTimestamps),
): DocSnapshot {
  const { fromCache, hasPendingWrites } = sdk.metadata;
  const snapshot = Object.freeze({
    id: sdk.id,
    path: sdk.ref.path,
    data: data && copyForReader(data),
    metadata: Object.freeze({ fromCache, hasPendingWrites }),
  });
  origins.set(snapshot, sdk);
  return snapshot;
}

function dataOf(sdk: SdkDoc, serverTimestamps: PendingTimestamps): DocData | null {
  const data = sdk.data({ serverTimestamps });
  return data ? portData(data) : null;
}

interface Shown {
  readonly data: DocData | null;
  readonly pending: boolean;
}

/** Documents of a subscription or of a single answer. */
export class FirestoreShownDocs {
  private readonly query: Query;
  private readonly serverTimestamps: PendingTimestamps;
  private readonly includeMetadataChanges: boolean;
  private shown = new Map<string, Shown>();

  constructor(query: Query, serverTimestamps: PendingTimestamps, includeMetadataChanges: boolean) {
    this.query = query;
    this.serverTimestamps = serverTimestamps;
    this.includeMetadataChanges = includeMetadataChanges;
  }

  next(sdk: QuerySnapshot<DocumentData>): PortQuerySnapshot {
    const { includeMetadataChanges, serverTimestamps } = this;
    const sdkChanges = sdk.docChanges({ includeMetadataChanges });
    const changed = new Set(sdkChanges.map(({ doc }) => doc.ref.path));
    const before = this.shown;
    this.shown = new Map();
    const byPath = new Map<string, DocSnapshot>();
    const docs = sdk.docs.map((doc) => {
      const { path } = doc.ref;
      const pending = doc.metadata.hasPendingWrites;
      const known = before.get(path);
      const same = known && !changed.has(path) && known.pending === pending;
      const data = same ? known.data : dataOf(doc, serverTimestamps);
      this.shown.set(path, { data, pending });
      const snapshot = firestoreSnapshot(doc, serverTimestamps, data);
      byPath.set(path, snapshot);
      return snapshot;
    });
    const changes = sdkChanges.map(({ type, doc, oldIndex, newIndex }): DocChange => {
      const snapshot = type === 'removed' ? null : byPath.get(doc.ref.path);
      return Object.freeze({
        type,
        doc: snapshot ?? firestoreSnapshot(doc, serverTimestamps),
        oldIndex,
        newIndex,
      });
    });
    const { fromCache, hasPendingWrites } = sdk.metadata;
    return Object.freeze({
      query: this.query,
      docs: Object.freeze(docs),
      changes: Object.freeze(changes),
      metadata: Object.freeze({ fromCache, hasPendingWrites }),
    });
  }
}
