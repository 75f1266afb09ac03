/** Single documents and listings, as REST and the Admin SDK ask for them. */
import type { DocState } from '#query/doc-state.ts';
import type { FindReply, GetReply } from '#fakes/cloud/docs/protocol.ts';
import { checkCollectionPath } from '#provider-kit/docs/paths.ts';
import { isPortError, PortError } from '#ports/errors.ts';
import { platformLimits } from '#firebase-rules/platform/planner.ts';
import { platformPath } from '#firebase-rules/platform/arguments.ts';
import type { Asked } from './asked.ts';
import { documentIdFrom, type Mask, ordersFrom, withFields } from './document-fields.ts';
import type { WireDocument, WirePrecondition, WireQuery, WireWrite } from './messages.ts';
import { type DocumentPageRequest, documentPageOf } from './pages.ts';
import { queryFrom } from './queries.ts';
import { isLasting, refusing, statusOf } from './status.ts';
import { wireDocument } from './values.ts';
import { commitWrites } from './write-stream.ts';

/** A state of the past, or of a transaction, to read: not served by these. */
interface Past {
  readonly transaction?: Uint8Array;
  readonly readTime?: unknown;
}

export interface GetDocumentMessage extends Past {
  readonly name?: string;
  readonly mask?: Mask;
}

export interface ListDocumentsMessage extends DocumentPageRequest, Past {
  readonly parent?: string;
  readonly collectionId?: string;
  readonly orderBy?: string;
  readonly mask?: Mask;
  readonly showMissing?: boolean;
}

export interface CreateDocumentMessage {
  readonly parent?: string;
  readonly collectionId?: string;
  readonly documentId?: string;
  readonly document?: WireDocument;
  readonly mask?: Mask;
}

export interface UpdateDocumentMessage {
  readonly document?: WireDocument;
  readonly updateMask?: Mask;
  readonly mask?: Mask;
  readonly currentDocument?: WirePrecondition;
}

export interface DeleteDocumentMessage {
  readonly name?: string;
  readonly currentDocument?: WirePrecondition;
}

export interface ListCollectionIdsMessage extends DocumentPageRequest {
  readonly parent?: string;
}

export interface PartitionMessage extends DocumentPageRequest {
  readonly parent?: string;
  readonly structuredQuery?: WireQuery;
  readonly partitionCount?: string;
}

export interface BatchWriteMessage {
  readonly writes?: readonly WireWrite[];
}

const itself = (text: string) => text;

/** The fields that were asked for; a document that is not there has only a name. */
const told = (state: DocState, { names }: Asked, mask?: Mask): WireDocument =>
  state.data
    ? wireDocument({ ...state, data: withFields(state.data, mask) }, names)
    : { name: names.of(state.path) };

/** @throws PortError not-found */
export async function getDocument(message: GetDocumentMessage, asked: Asked): Promise<object> {
  const { name, mask } = message;
  refusePast(message);
  const path = refusing(() => platformPath(asked.names.pathOf(name)));
  const state = await asked.cloud.request<GetReply>('docs', 'get', { path });
  if (!state.data) throw new PortError('not-found', `Document "${name}" not found.`);
  return told(state, asked, mask);
}

/** Page of a collection. `showMissing` (missing documents with subcollections): for the owner only. */
export async function listDocuments(message: ListDocumentsMessage, asked: Asked): Promise<object> {
  const { parent, collectionId = '', orderBy = '', mask, showMissing = false } = message;
  refusePast(message);
  const collection = collectionAt(parent, collectionId, asked);
  if (showMissing && orderBy !== '')
    throw new PortError(
      'invalid-argument',
      'Missing documents can’t be ordered by a field: leave one of the two.',
    );
  const orders = orderBy === '' ? {} : { orderBy: ordersFrom(orderBy) };
  const states = showMissing
    ? await asked.cloud.request<readonly DocState[]>('docs', 'documents', { collection })
    : (await asked.cloud.request<FindReply>('docs', 'find', { query: { collection, ...orders } })).docs;
  const { items, ...more } = documentPageOf(states, message, ({ path }) => path);
  return { documents: items.map((state) => told(state, asked, mask)), ...more };
}

/** @throws PortError already-exists */
export async function createDocument(message: CreateDocumentMessage, asked: Asked): Promise<object> {
  const { parent, collectionId = '', documentId = '', document = {}, mask } = message;
  const collection = collectionAt(parent, collectionId, asked);
  const id = documentId === '' ? asked.newId() : documentIdFrom(documentId);
  const name = asked.names.of(`${collection}/${id}`);
  const update = { name, fields: document.fields ?? {} };
  return written({ update, currentDocument: { exists: false } }, asked, mask);
}

export function updateDocument(message: UpdateDocumentMessage, asked: Asked): Promise<object> {
  const { document = {}, updateMask, mask, currentDocument } = message;
  const write: WireWrite = {
    update: document,
    ...(updateMask ? { updateMask } : {}),
    ...(currentDocument ? { currentDocument } : {}),
  };
  return written(write, asked, mask);
}

export async function deleteDocument(message: DeleteDocumentMessage, asked: Asked): Promise<object> {
  const { name = '', currentDocument } = message;
  const write = { delete: name, ...(currentDocument ? { currentDocument } : {}) };
  await commitWrites(asked.cloud, [write], asked.names);
  return {};
}

/** For the owner. */
export async function listCollectionIds(message: ListCollectionIdsMessage, asked: Asked): Promise<object> {
  const parent = asked.names.pathOf(message.parent);
  if (parent !== '') refusing(() => platformPath(parent));
  const ids = await asked.cloud.request<readonly string[]>('docs', 'collections', { parent });
  const { items, ...more } = documentPageOf(ids, message, itself);
  return { collectionIds: items, ...more };
}

/** Where a group may be cut into parts of about one size, by the names of documents. */
export async function partitionQuery(message: PartitionMessage, asked: Asked): Promise<object> {
  const { parent, structuredQuery, partitionCount = '0' } = message;
  const query = queryFrom(asked.names, parent, structuredQuery);
  const count = Number(partitionCount);
  if (count < 1) throw new PortError('invalid-argument', 'A partition count is 1 or more.');
  const { docs } = await asked.cloud.request<FindReply>('docs', 'find', { query });
  const cuts = cutsOf(
    docs.map(({ path }) => asked.names.of(path)),
    count,
  );
  const { items, ...more } = documentPageOf(cuts, message, itself);
  return {
    partitions: items.map((referenceValue) => ({ values: [{ referenceValue }], before: true })),
    ...more,
  };
}

/** Each write for itself: some may be done, and others not. */
export async function batchWrite({ writes = [] }: BatchWriteMessage, asked: Asked): Promise<object> {
  const writeResults: object[] = [];
  const status: object[] = [];
  for (const write of writes) {
    try {
      const done = await commitWrites(asked.cloud, [write], asked.names);
      writeResults.push(done.writeResults[0] ?? {});
      status.push({ code: 0 });
    } catch (error) {
      if (!isLasting(error)) throw error;
      const { code, details } = statusOf(error);
      writeResults.push({});
      status.push({ code, message: details });
    }
  }
  return { writeResults, status };
}

/** Does a write, and tells the document as it is then. */
async function written(write: WireWrite, asked: Asked, mask: Mask | undefined): Promise<object> {
  await commitWrites(asked.cloud, [write], asked.names);
  const path = asked.names.pathOf(write.update?.name);
  try {
    const state = await asked.cloud.request<GetReply>('docs', 'get', { path });
    return told(state, asked, mask);
  } catch (error) {
    // A writer without read permission receives the name alone.
    if (isPortError(error, 'permission-denied')) return { name: asked.names.of(path) };
    throw error;
  }
}

function refusePast({ transaction, readTime }: Past): void {
  if (transaction?.length || readTime)
    throw new PortError(
      'unimplemented',
      'A transaction reads by BatchGetDocuments and RunQuery; the past is not kept here.',
    );
}

function collectionAt(parent: string | undefined, id: string, { names }: Asked): string {
  const above = names.pathOf(parent);
  return refusing(() => checkCollectionPath(above === '' ? id : `${above}/${id}`, platformLimits));
}

/** At most so many places in a list that is in order, evenly spread. */
function cutsOf(names: readonly string[], count: number): readonly string[] {
  const most = Math.min(count, Math.max(0, names.length - 1));
  const at = (cut: number) => Math.floor(((cut + 1) * names.length) / (most + 1));
  return Array.from({ length: most }, (_, cut) => names[at(cut)] ?? '').filter(Boolean);
}
