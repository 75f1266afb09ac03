/** A personal notice: what one member should know of and need not answer. Its words are made from `content` when it is read. */
import * as v from 'valibot';
import {
  entityFields,
  epochMsSchema,
  idSchema,
  optionalTextSchema,
  sentTextSchema,
  textSchema,
  timezoneSchema,
  wholeNumberSchema,
} from '../base.ts';
import { alertSeveritySchema } from '../alert/schema.ts';
import { limits } from '../constants.ts';
import { mailAddressSchema } from '../mail-address.ts';
import { channelIdSchema } from '../channel/schema.ts';
import { wayStates } from '../channel/state.ts';
import { reachStates, urgencyReachStates } from '../readiness/reachability.ts';

const spanSchema = v.object({ startsAt: epochMsSchema, endsAt: epochMsSchema });
export type NoticeSpan = v.InferInput<typeof spanSchema>;

const spans = v.pipe(v.array(spanSchema), v.maxLength(limits.noticeSpans));

const movedShiftsSchema = v.object({
  scheduleId: idSchema,
  schedule: textSchema(limits.name),
  /** The first ones. */
  gains: spans,
  loses: spans,
  /** Spans beyond those. */
  omitted: wholeNumberSchema(0, Number.MAX_SAFE_INTEGER),
});
export type MovedShifts = v.InferInput<typeof movedShiftsSchema>;

const count = wholeNumberSchema(0, Number.MAX_SAFE_INTEGER);

const ofSchedule = {
  scheduleId: idSchema,
  schedule: textSchema(limits.name),
  /** Person on call before; null: nobody. */
  from: v.nullable(idSchema),
};

/** First time of a gap, and the number of gaps. */
const times = { startsAt: epochMsSchema, count: wholeNumberSchema(1, Number.MAX_SAFE_INTEGER) };
const missing = <S extends v.GenericSchema>(one: S) =>
  v.pipe(v.array(one), v.maxLength(limits.noticeMissing));

export const noticeContentSchema = v.variant('kind', [
  /** Shifts that another member's change removed from the recipient and added, in the coming weeks. */
  v.object({
    kind: v.literal('movedShifts'),
    by: idSchema,
    schedules: v.pipe(v.array(movedShiftsSchema), v.maxLength(limits.noticeSchedules)),
  }),
  v.object({
    kind: v.literal('shiftReminder'),
    ...ofSchedule,
    /** The schedule's, when the shift begins. */
    timezone: timezoneSchema,
    startsAt: epochMsSchema,
  }),
  /** State of things at the beginning of a person's shift, of what they may read. */
  v.object({
    kind: v.literal('handOver'),
    ...ofSchedule,
    /** Beginning of the previous shift. */
    sinceAt: epochMsSchema,
    pages: count,
    openPages: count,
    /** Neither acknowledged nor resolved. */
    openAlerts: count,
    acknowledgedAlerts: v.optional(count, 0),
    liveIncidents: count,
  }),
  /** Pages of an ended shift that the recipient still holds, the newest first; `to`: the member now on call, for the hand-over. */
  v.object({
    kind: v.literal('pagesLeft'),
    scheduleId: idSchema,
    schedule: textSchema(limits.name),
    to: idSchema,
    pageIds: v.pipe(v.array(idSchema), v.minLength(1), v.maxLength(limits.noticePages)),
  }),
  /** An alert joined a page that the recipient has acknowledged; `worse`: than what they had acknowledged. */
  v.object({
    kind: v.literal('alertJoined'),
    pageId: idSchema,
    summary: sentTextSchema(limits.summary),
    severity: alertSeveritySchema,
    worse: v.boolean(),
  }),
  /** The person is asked to cover a shift; `by`: whose shift it is. */
  v.object({
    kind: v.literal('coverAsked'),
    by: idSchema,
    scheduleId: idSchema,
    schedule: textSchema(limits.name),
    startsAt: epochMsSchema,
    endsAt: epochMsSchema,
    note: optionalTextSchema(limits.reason),
  }),
  /** An admin has sent drills to the person, by so many ways. */
  v.object({
    kind: v.literal('drilled'),
    by: idSchema,
    devices: wholeNumberSchema(1, Number.MAX_SAFE_INTEGER),
  }),
  /**
   * The person is on call, and pages don't reach them by these ways (named when there were devices alone); none: nothing takes any.
   * `reached`: by another one they do.
   */
  v.object({
    kind: v.literal('unreachable'),
    devices: v.pipe(
      v.array(
        v.object({
          label: optionalTextSchema(limits.name),
          state: v.picklist(wayStates),
          channel: v.exactOptional(channelIdSchema),
        }),
      ),
      v.maxLength(limits.noticeWays),
    ),
    reached: v.boolean(),
  }),
  /** Gaps of the team's readiness this week, for an admin: the first of each kind, and their number. */
  v.object({
    kind: v.literal('weeklyReadiness'),
    people: missing(
      v.object({
        userId: idSchema,
        high: v.picklist(urgencyReachStates),
        low: v.picklist(urgencyReachStates),
      }),
    ),
    gaps: missing(v.object({ schedule: textSchema(limits.name), ...times })),
    emptySteps: missing(
      v.object({
        policy: textSchema(limits.name),
        step: v.nullable(wholeNumberSchema(1, limits.steps)),
        ...times,
      }),
    ),
    silentPeople: count,
    totals: v.object({ people: count, gaps: count, emptySteps: count }),
  }),
  /**
   * A member's account was deleted or disabled, and the recipient has taken over what they held, or their place as owner. `previousRole`: the
   * recipient's before; null: an owner already.
   */
  v.object({
    kind: v.literal('accountGone'),
    previousRole: v.nullable(v.picklist(['viewer', 'responder', 'admin'])),
    tookOver: v.boolean(),
  }),
  /** A webhook was disabled because it failed for a day, `sinceAt`. */
  v.object({
    kind: v.literal('webhookDisabled'),
    webhookId: idSchema,
    name: textSchema(limits.name),
    sinceAt: epochMsSchema,
  }),
  /** A page could not be sent to a target of the person. `isDisabled`: nothing more is sent to it. */
  v.object({
    kind: v.literal('channelFails'),
    label: textSchema(limits.name),
    problem: optionalTextSchema(limits.reason),
    isDisabled: v.boolean(),
  }),
  /** An invite of the person could not be mailed. */
  v.object({
    kind: v.literal('inviteNotMailed'),
    address: mailAddressSchema,
    problem: optionalTextSchema(limits.reason),
  }),
  /** An admin has changed the person's notification rules. */
  v.object({ kind: v.literal('notificationRules'), by: idSchema }),
  /** An admin asks the person to see that pages reach them; what was missing then. */
  v.object({ kind: v.literal('mend'), by: idSchema, state: v.picklist(reachStates) }),
]);
export type NoticeContent = v.InferInput<typeof noticeContentSchema>;

export const noticeSchema = v.object({
  ...entityFields,
  /** Addressee: nobody else reads it. */
  userId: idSchema,
  content: noticeContentSchema,
  /** The screen that it leads to, below the team’s address. */
  link: v.pipe(v.string(), v.maxLength(2_048), v.regex(/^\/(?!\/)/u, 'A link begins with one slash.')),
  /** Null until it is marked. */
  seenAt: v.nullable(epochMsSchema),
  /** Time after which it is of no use, and is removed. */
  expiresAt: epochMsSchema,
});
export type Notice = v.InferInput<typeof noticeSchema>;
