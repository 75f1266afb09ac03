/** A demand on a person, and the deliveries that prove how far it got. `paging/` moves it. */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { at, base, id, optionalText, text, wholeNumber } from '../base.ts';
import { frozenPolicy } from '../policy/schema.ts';
import { privacy } from '../incident/privacy-schema.ts';

const pageSubject = v.variant('kind', [
  v.object({ kind: v.literal('alert'), alertId: id }),
  v.object({ kind: v.literal('incident'), incidentId: id }),
  /** Proves a device before a shift; never climbs to anyone else. */
  v.object({ kind: v.literal('drill'), deviceId: id }),
]);

const pageStatuses = ['pending', 'notifying', 'acknowledged', 'exhausted', 'cancelled'] as const;
export type PageStatus = (typeof pageStatuses)[number];

export const page = v.object({
  ...base,
  ...privacy,
  subject: pageSubject,
  /** The incident whose timeline tells of this page, if any. */
  incidentId: v.nullable(id),
  summary: text(limits.summary),
  /** `high` may wake someone. */
  urgency: v.picklist(['high', 'low']),
  policyId: v.nullable(id),
  policy: frozenPolicy,
  /** The round-robin turn this page was given when it started. */
  turn: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  /** Minutes until an acknowledged page notifies again; 0 is never. */
  acknowledgeTimeoutMinutes: wholeNumber(0, limits.delayMinutes.max),
  status: v.picklist(pageStatuses),
  /** The policy's steps first; when they run out the fallback people, then the owners. */
  phase: v.picklist(['policy', 'fallback', 'owners']),
  /** Index into the policy's steps of the step that runs, or ran last. */
  step: wholeNumber(0, limits.steps - 1),
  /** How many times the steps have all been run before. */
  loop: wholeNumber(0, limits.repeat.max),
  /** When the engine must look at it again; null if never. */
  nextAt: v.nullable(at),
  /** Who the current step is waiting for. */
  waitingFor: v.array(id),
  /** Everyone it ever asked, in order of the first time. */
  notified: v.array(
    v.object({ userId: id, times: wholeNumber(1, Number.MAX_SAFE_INTEGER), firstAt: at, lastAt: at }),
  ),
  /** Answers that count now: emptied when the page notifies again. */
  acknowledgements: v.array(v.object({ userId: id, acknowledgedAt: at })),
  /** People who said they can't: this page never asks them again. */
  declined: v.array(v.object({ userId: id, declinedAt: at, reason: optionalText(limits.reason) })),
  /** When it reached acknowledged, exhausted or cancelled; null while it asks. */
  endedAt: v.nullable(at),
});
export type Page = v.InferInput<typeof page>;

export const receipts = ['queued', 'accepted', 'shown', 'opened', 'failed'] as const;
export type Receipt = (typeof receipts)[number];

export const delivery = v.object({
  ...base,
  pageId: id,
  userId: id,
  /** Null: the person has no device, so nothing but an open screen can show it. */
  deviceId: v.nullable(id),
  status: v.picklist(receipts),
  queuedAt: at,
  acceptedAt: v.nullable(at),
  shownAt: v.nullable(at),
  openedAt: v.nullable(at),
  failedAt: v.nullable(at),
  /** Why it failed, for a person. */
  failure: v.nullable(v.string()),
});
export type Delivery = v.InferInput<typeof delivery>;
