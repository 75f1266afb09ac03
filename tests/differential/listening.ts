/** Events of listeners of the embedded client and of the SDK, as comparable text. */
import {
  doc,
  type DocumentSnapshot as SdkDoc,
  onSnapshot,
  onSnapshotsInSync,
  type QuerySnapshot,
  type SnapshotListenOptions,
} from 'firebase/firestore';
import type { Docs, DocSnapshot, PendingTimestamps, SnapshotMetadata } from '#ports/docs/docs.ts';
import type { Query } from '#ports/docs/query.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { ReferenceSdk } from './firestore.ts';
import { asProduction } from './production.ts';
import { show } from './show.ts';
import { dataFromSdk } from './translate.ts';

export interface Subscription {
  readonly what: Query | string;
  readonly metadata: boolean;
  readonly times: PendingTimestamps;
}

type Hear = (text: string) => void;

const metadataText = ({ fromCache, hasPendingWrites }: SnapshotMetadata) =>
  `${fromCache ? 'cache' : 'server'}${hasPendingWrites ? ' pending' : ''}`;

const portDoc = ({ path, data, metadata }: DocSnapshot) =>
  `${path} ${data ? show(data) : 'absent'} ${metadataText(metadata)}`;

/** `undefined` for a query that is refused at once. */
export function watchPort(docs: Docs, { what, metadata, times }: Subscription, hear: Hear): Unsubscribe {
  const options = { includeMetadataChanges: metadata, serverTimestamps: times };
  const error = (refused: unknown) => hear(`error ${String((refused as { code?: unknown }).code)}`);
  if (typeof what === 'string')
    return docs.watch(what, { next: (one) => hear(portDoc(one)), error }, options);
  return docs.watchQuery(
    what,
    {
      next: (found) =>
        hear(
          [
            metadataText(found.metadata),
            ...found.changes.map(
              ({ type, doc, oldIndex, newIndex }) => `  ${type} ${oldIndex}→${newIndex} ${portDoc(doc)}`,
            ),
            ...found.docs.map((one) => `  ${portDoc(one)}`),
          ].join('\n'),
        ),
      error,
    },
    options,
  );
}

export function watchSdk(
  sdk: ReferenceSdk,
  { what, metadata, times }: Subscription,
  hear: Hear,
): Unsubscribe {
  const text = (one: SdkDoc) => {
    const data = one.data({ serverTimestamps: times });
    return `${one.ref.path} ${data ? show(dataFromSdk(data)) : 'absent'} ${metadataText(one.metadata)}`;
  };
  const options: SnapshotListenOptions = { includeMetadataChanges: metadata };
  if (typeof what === 'string')
    return onSnapshot(doc(sdk.db, what), options, (one: SdkDoc) => hear(text(one)));
  return onSnapshot(
    sdk.query(asProduction(what), () => undefined),
    options,
    (found: QuerySnapshot) =>
      hear(
        [
          metadataText(found.metadata),
          ...found
            .docChanges(options)
            .map((change) => `  ${change.type} ${change.oldIndex}→${change.newIndex} ${text(change.doc)}`),
          ...found.docs.map((one) => `  ${text(one)}`),
        ].join('\n'),
      ),
  );
}

export const watchSdkInSync = (sdk: ReferenceSdk, hear: Hear): Unsubscribe =>
  onSnapshotsInSync(sdk.db, () => hear('in sync'));
