/**
 * One line of an incident's history, discriminated by `kind`. Comments, tasks and attachments are written by the
 * browser, so they work offline; every other kind is written by the server with the change it tells of.
 */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { at, base, id, optionalText, text, wholeNumber } from '../base.ts';
import { incidentStatus, roomRole, severity } from '../incident/schema.ts';

const entry = {
  ...base,
  incidentId: id,
  /** Breaks ties of `createdAt`: rises with every entry of one author's session, or of one command. */
  sequence: wholeNumber(0, Number.MAX_SAFE_INTEGER),
};

export const pageChanges = [
  'started',
  'notified',
  'skipped',
  'repeated',
  'acknowledged',
  'answered',
  'declined',
  'escalated',
  'timed-out',
  'exhausted',
  'cancelled',
] as const;
export type PageChange = (typeof pageChanges)[number];

export const timelineEvent = v.variant('kind', [
  v.object({ ...entry, kind: v.literal('comment'), body: text(limits.comment) }),
  /** A comment whose text was erased; author, time and place are the comment's. */
  v.object({ ...entry, kind: v.literal('withdrawn'), withdrawnAt: at, withdrawnBy: id }),
  v.object({ ...entry, kind: v.literal('declared'), title: text(limits.title), severity }),
  v.object({
    ...entry,
    kind: v.literal('status'),
    from: incidentStatus,
    to: incidentStatus,
    note: optionalText(limits.comment),
  }),
  v.object({ ...entry, kind: v.literal('severity'), from: severity, to: severity }),
  v.object({
    ...entry,
    kind: v.literal('role'),
    role: roomRole,
    change: v.picklist(['offered', 'taken', 'refused']),
    /** Who is offered the role, takes it or refuses it. */
    userId: id,
    /** Who held it before it was taken. */
    previous: v.nullable(id),
  }),
  v.object({
    ...entry,
    kind: v.literal('task'),
    taskId: id,
    change: v.picklist(['added', 'assigned', 'done', 'reopened', 'removed']),
    text: text(limits.taskText),
    assignee: v.nullable(id),
  }),
  v.object({
    ...entry,
    kind: v.literal('attachment'),
    attachmentId: id,
    change: v.picklist(['added', 'removed']),
    name: text(limits.fileName),
  }),
  v.object({
    ...entry,
    kind: v.literal('page'),
    pageId: id,
    change: v.picklist(pageChanges),
    /** Whom it concerns: notified, acknowledging, declining … */
    userIds: v.array(id),
    /** Counted from 1, as people do; null outside the policy's own steps. */
    step: v.nullable(wholeNumber(1, limits.steps)),
    phase: v.picklist(['policy', 'fallback', 'owners']),
    reason: optionalText(limits.reason),
  }),
  v.object({
    ...entry,
    kind: v.literal('alert'),
    alertId: id,
    change: v.picklist([
      'linked',
      'unlinked',
      'triggered',
      'acknowledged',
      'resolved',
      'suppressed',
      'reopened',
    ]),
    summary: text(limits.summary),
  }),
  v.object({
    ...entry,
    kind: v.literal('merged'),
    /** `into`: this incident ended in the other one; `from`: the other one ended in this. */
    direction: v.picklist(['into', 'from']),
    otherId: id,
    otherNumber: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  }),
]);
export type TimelineEvent = v.InferInput<typeof timelineEvent>;

/** What a transition says of an event; the server adds id, team, incident, author, time and sequence. */
export type TimelineEntry = TimelineEvent extends infer E
  ? E extends TimelineEvent
    ? Omit<E, keyof typeof entry>
    : never
  : never;
