/** Reads of the HTTP API: lists, single documents, and timelines. Private incidents, and what belongs to them, are left out. */
import * as v from 'valibot';
import { isId } from '#domain/base.ts';
import { decodeData, fromReadableDocument, storedTime } from '#api/codec.ts';
import {
  type ApiCollectionName,
  apiCollectionOf,
  type ApiItemName,
  apiItems,
} from '#api/http/api-resources.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { timelineEventSchema } from '#domain/timeline/schema.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { documentId, limit, orderBy, query, type QueryPart, startAfter, where } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { fail } from '../kernel/command-failed.ts';
import type { ApiCaller } from './authenticate.ts';
import { cursorText, invalidParameter, type ListCursor, type ListRequest } from './list-request.ts';

export type ApiItem = Readonly<Record<string, unknown>>;

/** Part of a list, and the cursor of the next part; null on the last. */
interface ApiList {
  readonly items: readonly ApiItem[];
  readonly next: string | null;
  readonly [name: string]: unknown;
}

const privacySchema = v.looseObject({ private: v.boolean() });

/** Fields that the API shows of an entity. */
function shown(name: ApiItemName, entity: object): ApiItem {
  const schema = apiItems[name];
  const fields = Object.entries(entity);
  return Object.fromEntries(
    'entries' in schema ? fields.filter(([field]) => Object.hasOwn(schema.entries, field)) : fields,
  );
}

export async function listApi(
  { docs }: ServerPorts,
  { teamId }: ApiCaller,
  name: ApiCollectionName,
  { cursor, size, parameters }: ListRequest,
): Promise<ApiList> {
  const { item, stored, order, hasPrivate, filters } = apiCollectionOf(name);
  const chosen = Object.entries(filters).flatMap(([field, schema]) => {
    const value = parameters.get(field);
    if (value === undefined) return [];
    const checked = v.safeParse(schema, value);
    return checked.success ? [where(field, '==', checked.output)] : invalidParameter(field);
  });
  const path = collectionPaths[name](teamId);
  const parts = [...(hasPrivate ? [where('private', '==', false)] : []), ...chosen];
  const found = await docs.find(query(path, ...parts, ...orderFrom(order, cursor), limit(size + 1)));
  return partOf(found, size, order?.field ?? null, (snapshot) => {
    const entity = fromReadableDocument(stored, snapshot) as object | null;
    return entity && shown(item, entity);
  });
}

type ListOrder = { readonly field: string; readonly isTime: boolean } | null;

function orderFrom(order: ListOrder, cursor: ListCursor | null): readonly QueryPart[] {
  const orders =
    order === null ? [orderBy(documentId)] : [orderBy(order.field, 'desc'), orderBy(documentId, 'desc')];
  if (cursor === null) return orders;
  const { at, id } = cursor;
  return [...orders, startAfter(order === null ? [id] : [order.isTime ? storedTime(at) : at, id])];
}

/** A document that can't be read is left out. `field`: of the order; null: the id. */
function partOf(
  found: readonly DocSnapshot[],
  size: number,
  field: string | null,
  read: (snapshot: DocSnapshot) => ApiItem | null,
): ApiList {
  const part = found.slice(0, size);
  const last = found.length > size ? part.at(-1) : undefined;
  const values = new Map<string, unknown>(Object.entries(last?.data ? decodeData(last.data) : {}));
  const next = last && cursorText({ at: field === null ? 0 : Number(values.get(field) ?? 0), id: last.id });
  return { items: part.map(read).filter((item) => item !== null), next: next ?? null };
}

/** @throws CommandFailed not_found, also for what belongs to a private incident */
export async function readApiItem(
  { docs }: ServerPorts,
  { teamId }: ApiCaller,
  name: ApiCollectionName,
  id: string,
): Promise<ApiItem> {
  if (!isId(id)) fail('not_found', {});
  const snapshot = await docs.get(`${collectionPaths[name](teamId)}/${id}`);
  const { stored, item } = apiCollectionOf(name);
  const entity = fromReadableDocument(stored, snapshot);
  const isOpen = v.safeParse(privacySchema, snapshot.data);
  if (entity === null || !isOpen.success || isOpen.output.private) return fail('not_found', {});
  return shown(item, entity);
}

/** The oldest entries first. @throws CommandFailed not_found for a private incident */
export async function readApiTimeline(
  server: ServerPorts,
  caller: ApiCaller,
  incidentId: string,
  { cursor, size }: ListRequest,
): Promise<ApiList> {
  await readApiItem(server, caller, 'incidents', incidentId);
  const path = collectionPaths.timeline(caller.teamId, incidentId);
  const from = cursor === null ? [] : [startAfter(await placeOf(server, caller, incidentId, cursor))];
  const found = await server.docs.find(
    query(path, orderBy('createdAt'), orderBy('sequence'), ...from, limit(size + 1)),
  );
  return partOf(found, size, 'createdAt', (snapshot) => {
    const entity = fromReadableDocument(timelineEventSchema, snapshot);
    return entity && shown('TimelineEvent', entity);
  });
}

/** Place of a timeline's entry. @throws CommandFailed for one that is gone */
async function placeOf(
  { docs }: ServerPorts,
  { teamId }: ApiCaller,
  incidentId: string,
  { id }: ListCursor,
): Promise<DocSnapshot> {
  const snapshot = await docs.get(documentPaths.timelineEvent(teamId, incidentId, id));
  return snapshot.data === null ? invalidParameter('cursor', 'This entry is gone. Begin again.') : snapshot;
}
