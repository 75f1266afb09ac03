/**
 * A page of a member's own data in a team, for the download, limited to what the member may read at present. Documents are returned as
 * stored, including those of a newer version; secrets are left out.
 */
import * as v from 'valibot';
import type { OwnDataKind } from '#domain/account/own-data.ts';
import { idSchema } from '#domain/base.ts';
import type { DisclosedItem } from '#domain/disclosed.ts';
import { mailSettingsSchema } from '#domain/mail/settings.ts';
import { notificationRulesSchema } from '#domain/notification/schema.ts';
import { slackLinkSchema } from '#domain/slack/schema.ts';
import { memberSchema } from '#domain/team/schema.ts';
import type { OwnDataPage } from '#api/reads.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { documentId, limit, orderBy, startAfter, where } from '#ports/docs/query.ts';
import { collectionGroup } from '#ports/server/collection-group.ts';
import { found } from '../kernel/command-failed.ts';
import type { CommandWork } from '../kernel/guard.ts';
import type { ReadGuard } from '../kernel/read-guard.ts';
import { unitOfWorkOf } from '../kernel/system.ts';

const pageSize = 100;

const itemSchema = v.looseObject({ id: idSchema });
type Item = v.InferOutput<typeof itemSchema>;
const partSchema = v.looseObject({ id: idSchema, incidentId: idSchema });
const alertPartSchema = v.looseObject({ id: idSchema, alertId: idSchema });
const deliverySchema = v.looseObject({ id: idSchema, pageId: idSchema });
interface Request {
  readonly work: CommandWork;
  readonly guard: ReadGuard;
  readonly teamId: string;
  readonly userId: string;
  /** Path of the last document of the page before; null: the first page. */
  readonly after: string | null;
}

const kinds: { readonly [K in OwnDataKind]: (request: Request) => Promise<OwnDataPage> } = {
  membership: async ({ work, guard, teamId, userId }) => {
    const member = found(await work.get(memberSchema, documentPaths.member(teamId, userId)));
    return { items: [guard.ownItem(member)], next: null };
  },
  // The holder of a registration can send messages to the browser.
  devices: (request) =>
    owned(request, 'devices', documentPaths.device, 'userId', (item) => ({
      ...item,
      registration: undefined,
    })),
  webhooks: (request) => owned(request, 'personalWebhooks', documentPaths.personalWebhook),
  'time-off': (request) => owned(request, 'timeOff', documentPaths.timeOff),
  'time-off-notes': (request) => owned(request, 'timeOffNotes', documentPaths.timeOffNote),
  notificationRules: async ({ work, guard, teamId, userId }) => {
    const path = documentPaths.notificationRules(teamId, userId);
    const rules = await work.get(notificationRulesSchema, path);
    return { items: rules === null ? [] : [guard.ownItem(rules)], next: null };
  },
  // Its secret ends notices.
  mail: async ({ work, guard, teamId, userId }) => {
    const settings = await work.get(mailSettingsSchema, serverPaths.mailSettings(teamId, userId));
    if (settings === null) return { items: [], next: null };
    return { items: [guard.ownItem({ ...settings, noticeKey: undefined })], next: null };
  },
  // The code of a new link is a secret until it is used.
  slack: async ({ work, guard, teamId, userId }) => {
    const link = await work.get(slackLinkSchema, documentPaths.slackLink(teamId, userId));
    return { items: link === null ? [] : [guard.ownItem({ ...link, codeDigest: undefined })], next: null };
  },
  comments: (request) =>
    roomPart(request, 'timeline', documentPaths.timelineEvent, where('kind', '==', 'comment')),
  async 'alert-comments'(request) {
    const { guard, teamId, userId } = request;
    const comments = [where('createdBy', '==', userId), where('kind', '==', 'comment')];
    const pathOf = ({ alertId, id }: v.InferOutput<typeof alertPartSchema>) =>
      documentPaths.alertEvent(teamId, alertId, id);
    const own = { collection: 'history', where: comments } as const;
    const { items, next } = await pageOf(request, alertPartSchema, own, pathOf);
    return { items: await disclosed(items, (item) => guard.alertItem(item.alertId, item)), next };
  },
  tasks: (request) => roomPart(request, 'tasks', documentPaths.task),
  files: (request) => roomPart(request, 'attachments', documentPaths.attachment),
  async deliveries(request) {
    const { guard, teamId, userId } = request;
    const own = { collection: 'deliveries', where: [where('userId', '==', userId)] } as const;
    const pathOf = ({ pageId, id }: v.InferOutput<typeof deliverySchema>) =>
      documentPaths.delivery(teamId, pageId, id);
    const { items, next } = await pageOf(request, deliverySchema, own, pathOf);
    return { items: await disclosed(items, (item) => guard.pageItem(item.pageId, item)), next };
  },
  notices: (request) => owned(request, 'notices', documentPaths.notice),
  'cover-asked': (request) => owned(request, 'coverRequests', documentPaths.coverRequest),
  'cover-taken': (request) => owned(request, 'coverRequests', documentPaths.coverRequest, 'takerId'),
  async audit(request) {
    if (!request.guard.mayByRole('readAudit')) return { items: [], next: null };
    return owned(request, 'audit', documentPaths.auditEntry, 'createdBy');
  },
};

/** For a member: the caller has asked the permission to read. */
export const readOwnData = (request: Request, kind: OwnDataKind): Promise<OwnDataPage> =>
  kinds[kind](request);

/** Documents of the team that name the person. */
async function owned(
  request: Request,
  collection: OwnCollection,
  path: (teamId: string, id: string) => string,
  field: 'userId' | 'takerId' | 'createdBy' = 'userId',
  shown: (item: Item) => object = (item) => item,
): Promise<OwnDataPage> {
  const { guard, teamId, userId } = request;
  const own = { collection, where: [where(field, '==', userId)] };
  const { items, next } = await pageOf(request, itemSchema, own, ({ id }) => path(teamId, id));
  return { items: items.map((item) => guard.ownItem(shown(item))), next };
}

/** The person's writings in rooms: of private incidents only those that they may read now. */
async function roomPart(
  request: Request,
  collection: 'timeline' | 'tasks' | 'attachments',
  path: (teamId: string, incidentId: string, id: string) => string,
  ...more: readonly ReturnType<typeof where>[]
): Promise<OwnDataPage> {
  const { guard, teamId, userId } = request;
  const own = { collection, where: [where('createdBy', '==', userId), ...more] };
  const pathOf = ({ incidentId, id }: v.InferOutput<typeof partSchema>) => path(teamId, incidentId, id);
  const { items, next } = await pageOf(request, partSchema, own, pathOf);
  return { items: await disclosed(items, (item) => guard.incidentItem(item.incidentId, item)), next };
}

/** Without those that the guard does not show. */
async function disclosed<T>(
  items: readonly T[],
  show: (item: T) => Promise<DisclosedItem | null>,
): Promise<readonly DisclosedItem[]> {
  const shown: DisclosedItem[] = [];
  for (const item of items) {
    const one = await show(item);
    if (one !== null) shown.push(one);
  }
  return shown;
}

interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** Collections of what belongs to no incident, and of what does. */
type OwnCollection =
  | 'devices'
  | 'personalWebhooks'
  | 'timeOff'
  | 'timeOffNotes'
  | 'notices'
  | 'coverRequests'
  | 'audit';
type GuardedCollection = 'deliveries' | 'history' | 'timeline' | 'tasks' | 'attachments';

interface Own {
  /** Collection at any depth of the team. */
  readonly collection: OwnCollection | GuardedCollection;
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
  const items = await unitOfWorkOf(work).find(schema, found);
  const last = items.at(-1);
  return { items, next: last === undefined || items.length < pageSize ? null : pathOf(last) };
}
