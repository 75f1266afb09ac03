/**
 * An entry of an incident's timeline, discriminated by `kind`. Comments, tasks and attachments are written by the browser, so they work
 * offline; every other kind is written by the server with the change that it reports.
 */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import {
  entityFields,
  epochMsSchema,
  idSchema,
  multilineTextSchema,
  optionalTextSchema,
  sentTextSchema,
  textSchema,
  wholeNumberSchema,
} from '../base.ts';
import { incidentStatusSchema, roomRoleSchema, severitySchema } from '../incident/schema.ts';

/** Place of an entry among those of its time. */
export const entryOrderFields = {
  /** Breaks ties of `createdAt`: rises with every entry of one author's session, or of one command. */
  sequence: wholeNumberSchema(0, Number.MAX_SAFE_INTEGER),
  /**
   * Time at which it was written, where that was earlier than `createdAt`, as offline; null: earlier, at a time that is not known. Absent:
   * at `createdAt`.
   */
  writtenAt: v.exactOptional(v.nullable(epochMsSchema)),
  /** Name of the API key by which its author acted. Absent: without one. */
  viaKey: v.exactOptional(textSchema(limits.name)),
  /** Its author acted by a command or button in Slack. Absent: otherwise. */
  viaSlack: v.exactOptional(v.literal(true)),
};

const entry = { ...entityFields, incidentId: idSchema, ...entryOrderFields };

export const pageChanges = [
  'started',
  'notified',
  'skipped',
  'unreached',
  'repeated',
  'policy-handed-over',
  'acknowledged',
  'answered',
  'declined',
  'escalated',
  'handed-over',
  'handed-back',
  'repaged',
  'timed-out',
  'snoozed',
  'snooze-ended',
  'exhausted',
  'cancelled',
] as const;
export type PageChange = (typeof pageChanges)[number];

/** Events of a page. */
export const pageEntryFields = {
  pageId: idSchema,
  change: v.picklist(pageChanges),
  /** People of the event: notified, acknowledging, declining … */
  userIds: v.array(idSchema),
  /** Counted from 1, as people do; null outside the policy's own steps. */
  step: v.nullable(wholeNumberSchema(1, limits.steps)),
  phase: v.picklist(['policy', 'fallback', 'owners']),
  reason: optionalTextSchema(limits.reason),
  /** End of a snooze. */
  untilAt: v.optional(v.nullable(epochMsSchema), null),
};

/** Events of an alert. */
export const alertEntryFields = {
  alertId: idSchema,
  change: v.picklist([
    'linked',
    'unlinked',
    'triggered',
    'acknowledged',
    'resolved',
    'suppressed',
    'reopened',
  ]),
  summary: sentTextSchema(limits.summary),
};

export const timelineEventSchema = v.variant('kind', [
  v.object({
    ...entry,
    kind: v.literal('comment'),
    body: multilineTextSchema(limits.comment),
    /** Time and author of the pin to the top of the room; null: not pinned. */
    pinnedAt: v.optional(v.nullable(epochMsSchema), null),
    pinnedBy: v.optional(v.nullable(idSchema), null),
  }),
  /** A comment whose text was erased; author, time and place are the comment's. */
  v.object({ ...entry, kind: v.literal('withdrawn'), withdrawnAt: epochMsSchema, withdrawnBy: idSchema }),
  v.object({
    ...entry,
    kind: v.literal('declared'),
    title: textSchema(limits.title),
    severity: severitySchema,
  }),
  v.object({
    ...entry,
    kind: v.literal('status'),
    from: incidentStatusSchema,
    to: incidentStatusSchema,
    note: optionalTextSchema(limits.comment),
  }),
  v.object({ ...entry, kind: v.literal('severity'), from: severitySchema, to: severitySchema }),
  v.object({
    ...entry,
    kind: v.literal('role'),
    role: roomRoleSchema,
    change: v.picklist(['offered', 'taken', 'refused']),
    /** The person who is offered the role, takes it or refuses it. */
    userId: idSchema,
    /** Holder before it was taken. */
    previous: v.nullable(idSchema),
  }),
  v.object({
    ...entry,
    kind: v.literal('task'),
    taskId: idSchema,
    change: v.picklist(['added', 'assigned', 'done', 'reopened', 'removed']),
    text: textSchema(limits.taskText),
    assignee: v.nullable(idSchema),
  }),
  v.object({
    ...entry,
    kind: v.literal('attachment'),
    attachmentId: idSchema,
    change: v.picklist(['added', 'removed']),
    name: textSchema(limits.fileName),
  }),
  v.object({ ...entry, kind: v.literal('page'), ...pageEntryFields }),
  v.object({ ...entry, kind: v.literal('alert'), ...alertEntryFields }),
  v.object({
    ...entry,
    kind: v.literal('merged'),
    /** `into`: this incident ended in the other one; `from`: the other one ended in this. */
    direction: v.picklist(['into', 'from']),
    otherId: idSchema,
    otherNumber: wholeNumberSchema(1, Number.MAX_SAFE_INTEGER),
  }),
]);
export type TimelineEvent = v.InferInput<typeof timelineEventSchema>;

/** Event as a transition returns it; the server adds id, team, incident, author, time and sequence. */
export type TimelineEntry = TimelineEvent extends infer E
  ? E extends TimelineEvent
    ? Omit<E, keyof typeof entry>
    : never
  : never;

/** Fields of an entry that tell by which program its author acted; none: Muster itself. */
export type EntryProgram = Pick<TimelineEvent, 'viaKey' | 'viaSlack'>;
