/** A demand on a person, and the deliveries that prove how far it got. `paging/` moves it. */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import {
  entityFields,
  epochMsSchema,
  idSchema,
  optionalTextSchema,
  sentTextSchema,
  wholeNumberSchema,
} from '../base.ts';
import { channelTargetSchema, withTarget } from '../channel/schema.ts';
import { alertSeveritySchema } from '../alert/schema.ts';
import { noPriority, prioritySchema, urgencySchema } from '../policy/condition.ts';
import { frozenPolicySchema, targetSchema } from '../policy/schema.ts';
import { privacyFields } from '../incident/privacy-schema.ts';

const pageSubject = withTarget(
  v.variant('kind', [
    v.object({ kind: v.literal('alert'), alertId: idSchema }),
    v.object({ kind: v.literal('incident'), incidentId: idSchema }),
    /** Proves a target of its person before a shift; is never escalated to anyone else. */
    v.object({ kind: v.literal('drill'), to: channelTargetSchema }),
  ]),
);

/** Positions after the policy: the fallback people, then the owners. */
const phaseSchema = v.picklist(['policy', 'fallback', 'owners']);
const stepIndexSchema = wholeNumberSchema(0, limits.steps - 1);
const loopSchema = wholeNumberSchema(0, limits.repeat.max);
/** 0: the policy that the page started with; above: `thenPolicies[policyIndex - 1]` of it. */
const policyIndexSchema = v.optional(wholeNumberSchema(0, limits.policyChain - 1), 0);

/** Reason why a person was notified. */
const askedBecauseSchema = v.variant('kind', [
  v.object({
    kind: v.literal('step'),
    policyIndex: policyIndexSchema,
    step: stepIndexSchema,
    loop: loopSchema,
    /** The first target of the step that found them. */
    target: targetSchema,
    /** Selected by round robin among the recipients of the step. */
    inTurn: v.boolean(),
  }),
  v.object({ kind: v.literal('fallback') }),
  v.object({ kind: v.literal('owners') }),
  v.object({ kind: v.literal('handed-over'), by: idSchema }),
  /** Replacement of a member who left or became a viewer. */
  v.object({ kind: v.literal('in-place-of'), userId: idSchema }),
]);
export type AskedBecause = v.InferInput<typeof askedBecauseSchema>;

const skippedSchema = v.object({
  phase: phaseSchema,
  policyIndex: policyIndexSchema,
  step: stepIndexSchema,
  loop: loopSchema,
  skippedAt: epochMsSchema,
  /** The part of its condition that did not hold, in words; null: it found nobody. */
  unmet: v.nullable(v.string()),
});
export type SkippedStep = v.InferInput<typeof skippedSchema>;

const pageStatuses = ['pending', 'notifying', 'acknowledged', 'exhausted', 'cancelled'] as const;
export type PageStatus = (typeof pageStatuses)[number];

export const pageSchema = v.object({
  ...entityFields,
  ...privacyFields,
  subject: pageSubject,
  /** The incident whose timeline tells of this page, if any. */
  incidentId: v.nullable(idSchema),
  summary: sentTextSchema(limits.summary),
  /** The failing service; null unless the page is about alerts. */
  serviceId: v.optional(v.nullable(idSchema), null),
  /** Alerts that ask by this page: more than one once others joined it (`joining.ts`). May lag behind a few seconds. */
  alertCount: v.optional(wholeNumberSchema(0, Number.MAX_SAFE_INTEGER), 1),
  /** Alerts that joined it while somebody held it, which nobody has acknowledged (`alert/status.ts`). May lag behind likewise. */
  joinedCount: v.optional(wholeNumberSchema(0, Number.MAX_SAFE_INTEGER), 0),
  /** The worst severity that its alerts had as they came; null: not recorded. */
  worstSeverity: v.optional(v.nullable(alertSeveritySchema), null),
  /** Time at which a holder of the page last used Muster; null: not recorded. */
  signOfLifeAt: v.optional(v.nullable(epochMsSchema), null),
  /**
   * Time of the next review of the page's alerts, which counts and acknowledges alerts and ends the page. Null: no review is
   * due.
   */
  reviewAt: v.optional(v.nullable(epochMsSchema), null),
  /** Whether a review of its alerts is under way: later changes need another one. */
  reviewing: v.optional(v.boolean(), false),
  /** Members who gave up the page since the last review: it passes on the alerts that they had acknowledged (`release.ts`). */
  releasedBy: v.optional(v.array(idSchema), []),
  /** `high` may wake someone. */
  urgency: urgencySchema,
  /** Severities of the subject when the last step started, for the conditions of steps. */
  priority: v.optional(prioritySchema, noPriority),
  policyId: v.nullable(idSchema),
  policy: frozenPolicySchema,
  /** The round-robin turn this page was given when it started. */
  turn: wholeNumberSchema(0, Number.MAX_SAFE_INTEGER),
  /** Minutes until an acknowledged page notifies again; 0 is never. */
  acknowledgeTimeoutMinutes: wholeNumberSchema(0, limits.delayMinutes.max),
  status: v.picklist(pageStatuses),
  /** The policy's steps first; when they run out the fallback people, then the owners. */
  phase: phaseSchema,
  /** Index of the policy in the chain that runs, or ran last. */
  policyIndex: policyIndexSchema,
  /** Index into that policy's steps of the step that runs, or ran last. */
  step: stepIndexSchema,
  /** Complete runs of the steps before this one. */
  loop: loopSchema,
  /** Time of the engine's next step; null if none. */
  nextAt: v.nullable(epochMsSchema),
  /** End of its snooze, while acknowledged: then it begins again (`snooze.ts`). Null: it is not snoozed. */
  snoozedUntilAt: v.optional(v.nullable(epochMsSchema), null),
  /** Time at which it last began again after a snooze. */
  snoozeEndedAt: v.optional(v.nullable(epochMsSchema), null),
  /** People of the current step who have not answered. */
  waitingFor: v.array(idSchema),
  /** Notified people, in order of the first time. */
  notified: v.array(
    v.object({
      userId: idSchema,
      times: wholeNumberSchema(1, Number.MAX_SAFE_INTEGER),
      firstAt: epochMsSchema,
      lastAt: epochMsSchema,
      /** The last time; null: not recorded. */
      because: v.optional(v.nullable(askedBecauseSchema), null),
    }),
  ),
  /** People whom no push reached when they were last asked (`unreached.ts`); `askedAt`: the time of that notification. */
  unreached: v.optional(v.array(v.object({ userId: idSchema, askedAt: epochMsSchema })), []),
  /** Where the page began to pass over people whom no push reaches; null: it stands where its plan has brought it. */
  steppedFrom: v.optional(
    v.nullable(
      v.object({
        ...{ phase: phaseSchema, policyIndex: policyIndexSchema, step: stepIndexSchema, loop: loopSchema },
        waitingFor: v.array(idSchema),
      }),
    ),
    null,
  ),
  /** Positions that asked nobody, once each, as they were last skipped. */
  skipped: v.optional(v.array(skippedSchema), []),
  /** Answers that count now: emptied when the page notifies again. */
  acknowledgements: v.array(v.object({ userId: idSchema, acknowledgedAt: epochMsSchema })),
  /** Members who hold the page while it is acknowledged: a copy of `acknowledgements`, for queries (`functions/kernel/holders.ts`). */
  holders: v.optional(v.array(idSchema), []),
  /** People who said they can't: this page never asks them again. */
  declined: v.array(
    v.object({ userId: idSchema, declinedAt: epochMsSchema, reason: optionalTextSchema(limits.reason) }),
  ),
  /** True once a message of it has gone, or will go, where a later one can replace it. Absent: none has. */
  hasReplaceable: v.optional(v.boolean()),
  /** Time at which it was acknowledged, exhausted or cancelled; null while it notifies. */
  endedAt: v.nullable(epochMsSchema),
});
export type Page = v.InferInput<typeof pageSchema>;

const deliveryStatuses = ['waiting', 'queued', 'accepted', 'shown', 'opened', 'failed', 'dropped'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const deliveryFields = v.object({
  ...entityFields,
  pageId: idSchema,
  userId: idSchema,
  /** Null: no channel reaches the person, so nothing but an open screen can show it. */
  to: v.nullable(channelTargetSchema),
  status: v.picklist(deliveryStatuses),
  /** Whether it is part of a digest, because its person was sent too many just before. */
  bundled: v.optional(v.boolean(), false),
  /** Time of a delayed delivery; null: at once, or never. */
  dueAt: v.optional(v.nullable(epochMsSchema), null),
  /** Reason of the delay: its person's rules give the target a later turn, or quiet hours. */
  held: v.optional(v.nullable(v.picklist(['delay', 'quiet-hours'])), null),
  queuedAt: epochMsSchema,
  acceptedAt: v.nullable(epochMsSchema),
  shownAt: v.nullable(epochMsSchema),
  openedAt: v.nullable(epochMsSchema),
  /** Time at which its device said that it showed the pushed notification; null: an open page showed it, or nothing did. */
  pushShownAt: v.exactOptional(v.nullable(epochMsSchema), null),
  failedAt: v.nullable(epochMsSchema),
  /** Reason of the failure, or of the last failed attempt while it is queued, for a person. */
  failure: v.nullable(v.string()),
  /** Attempts that the service of its channel did not take. */
  failedAttempts: v.optional(wholeNumberSchema(0, Number.MAX_SAFE_INTEGER), 0),
  /** Time by which it is sent again, after a failed attempt; null: none failed, or it is sent no more. */
  nextAttemptAt: v.optional(v.nullable(epochMsSchema), null),
});
export const deliverySchema = withTarget(deliveryFields);
export type Delivery = v.InferInput<typeof deliverySchema>;
