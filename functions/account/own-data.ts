/**
 * One page of a member's own data in a team, for the download, limited to what the member may read at present. Documents are
 * returned as stored, including those of a newer version; secrets are left out.
 */
import * as v from 'valibot';
import type { OwnDataKind } from '#domain/account/own-data.ts';
import { idSchema } from '#domain/base.ts';
import { type Actor, may, mayByRole } from '#domain/permissions.ts';
import { deletedSentence } from '#domain/team/deletion.ts';
import { notificationRulesSchema } from '#domain/notification/schema.ts';
import { memberSchema } from '#domain/team/schema.ts';
import type { CheckedReadInput, OwnDataPage } from '#api/reads.ts';
import { documentPaths } from '#api/paths.ts';
import { collectionGroup, documentId, limit, orderBy, startAfter, where } from '#ports/docs/query.ts';
import { fail, found } from '../kernel/command-failed.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

const pageSize = 100;

const itemSchema = v.looseObject({ id: idSchema });
type Item = v.InferOutput<typeof itemSchema>;
const partSchema = v.looseObject({ id: idSchema, incidentId: idSchema });
const deliverySchema = v.looseObject({ id: idSchema, pageId: idSchema });
/** Fields that decide who may read an incident or a page. */
const readersSchema = v.looseObject({ private: v.boolean(), people: v.array(v.string()) });

interface Request {
  readonly work: UnitOfWork;
  readonly teamId: string;
  readonly actor: Actor & { readonly userId: string };
  /** Path of the last document of the page before; null: the first page. */
  readonly after: string | null;
}

const kinds: { readonly [K in OwnDataKind]: (request: Request) => Promise<OwnDataPage> } = {
  membership: async ({ work, teamId, actor }) => {
    const member = await work.get(memberSchema, documentPaths.member(teamId, actor.userId));
    return { items: [found(member)], next: null };
  },
  async devices(request) {
    const page = await owned(request, 'devices', documentPaths.device);
    // The holder of a registration can send messages to the browser.
    return { ...page, items: page.items.map((item) => ({ ...item, registration: undefined })) };
  },
  'time-off': (request) => owned(request, 'timeOff', documentPaths.timeOff),
  'time-off-notes': (request) => owned(request, 'timeOffNotes', documentPaths.timeOffNote),
  notificationRules: async ({ work, teamId, actor }) => {
    const path = documentPaths.notificationRules(teamId, actor.userId);
    const rules = await work.get(notificationRulesSchema, path);
    return { items: rules === null ? [] : [rules], next: null };
  },
  comments: (request) =>
    roomPart(request, 'timeline', documentPaths.timelineEvent, where('kind', '==', 'comment')),
  tasks: (request) => roomPart(request, 'tasks', documentPaths.task),
  files: (request) => roomPart(request, 'attachments', documentPaths.attachment),
  async deliveries(request) {
    const { work, teamId, actor } = request;
    const own = { collection: 'deliveries', where: [where('userId', '==', actor.userId)] };
    const pathOf = ({ pageId, id }: v.InferOutput<typeof deliverySchema>) =>
      documentPaths.delivery(teamId, pageId, id);
    const { items, next } = await pageOf(request, deliverySchema, own, pathOf);
    const shown: object[] = [];
    for (const item of items) {
      const page = await work.get(readersSchema, documentPaths.page(teamId, item.pageId));
      if (page === null || !may(actor, 'read', page).allowed) continue;
      const { summary, status, urgency, createdAt, incidentId } = page;
      shown.push({ ...item, page: { summary, status, urgency, createdAt, incidentId } });
    }
    return { items: shown, next };
  },
  notices(request) {
    const { teamId, actor } = request;
    const own = { collection: 'notices', where: [where('userId', '==', actor.userId)] };
    return pageOf(request, itemSchema, own, ({ id }) => documentPaths.notice(teamId, id));
  },
  'cover-asked': (request) => owned(request, 'coverRequests', documentPaths.coverRequest),
  'cover-taken': (request) => owned(request, 'coverRequests', documentPaths.coverRequest, 'takerId'),
  async audit(request) {
    const { teamId, actor } = request;
    if (!mayByRole(actor, 'readAudit').allowed) return { items: [], next: null };
    const own = { collection: 'audit', where: [where('createdBy', '==', actor.userId)] };
    return pageOf(request, itemSchema, own, ({ id }) => documentPaths.auditEntry(teamId, id));
  },
};

/** @throws CommandFailed for who is not in the team, and for a deleted team */
export async function readOwnData(
  { teamId, kind, after }: CheckedReadInput<'readOwnData'>,
  work: UnitOfWork,
  userId: string,
): Promise<OwnDataPage> {
  const member = await work.get(memberSchema, documentPaths.member(teamId, userId));
  const deletedAt = member?.teamDeletedAt ?? null;
  if (deletedAt !== null) fail('forbidden', {}, deletedSentence(deletedAt));
  const actor = { userId, role: member?.role ?? null };
  const verdict = may(actor, 'read');
  if (!verdict.allowed) fail('forbidden', {}, verdict.reason);
  return kinds[kind]({ work, teamId, actor, after });
}

/** Documents of the team that name the person. */
function owned(
  request: Request,
  collection: string,
  path: (teamId: string, id: string) => string,
  field: 'userId' | 'takerId' = 'userId',
): Promise<OwnDataPage> {
  const { teamId, actor } = request;
  const own = { collection, where: [where(field, '==', actor.userId)] };
  return pageOf(request, itemSchema, own, ({ id }) => path(teamId, id));
}

/** The person's writings in rooms: of private incidents only those that they may read now. */
async function roomPart(
  request: Request,
  collection: 'timeline' | 'tasks' | 'attachments',
  path: (teamId: string, incidentId: string, id: string) => string,
  ...more: readonly ReturnType<typeof where>[]
): Promise<OwnDataPage> {
  const { work, teamId, actor } = request;
  const own = { collection, where: [where('createdBy', '==', actor.userId), ...more] };
  const pathOf = ({ incidentId, id }: v.InferOutput<typeof partSchema>) => path(teamId, incidentId, id);
  const { items, next } = await pageOf(request, partSchema, own, pathOf);
  const readable: object[] = [];
  for (const item of items) {
    const room = await work.get(readersSchema, documentPaths.incident(teamId, item.incidentId));
    if (room !== null && may(actor, 'read', room).allowed)
      readable.push({ ...item, incidentNumber: room['number'] });
  }
  return { items: readable, next };
}

interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

interface Own {
  /** Collection at any depth of the team. */
  readonly collection: string;
  readonly where: readonly ReturnType<typeof where>[];
}

async function pageOf<S extends v.GenericSchema<unknown, Item>>(
  { work, teamId, after }: Request,
  schema: S,
  { collection, where: conditions }: Own,
  pathOf: (item: v.InferOutput<S>) => string,
): Promise<Page<v.InferOutput<S>>> {
  const from = after === null ? [] : [startAfter([after])];
  const found = collectionGroup(
    collection,
    where('teamId', '==', teamId),
    ...conditions,
    orderBy(documentId),
    ...from,
    limit(pageSize),
  );
  const items = await work.find(schema, found);
  const last = items.at(-1);
  return { items, next: last === undefined || items.length < pageSize ? null : pathOf(last) };
}
