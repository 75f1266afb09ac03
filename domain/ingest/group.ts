/**
 * Record of a group of messages (all that a sender says under one dedup key): its alert, and the messages of this
 * minute. Limits count for each group, so that one group's repeats never hold back what another says.
 */
import * as v from 'valibot';
import { alertSeverities, type Alert, type Flapping } from '../alert/schema.ts';
import { isUnacknowledged } from '../alert/status.ts';
import { epochMsSchema, idSchema, wholeNumberSchema } from '../base.ts';
import { constants, minute } from '../constants.ts';
import { urgencyOfAlert } from '../page/urgency.ts';
import { urgencySchema } from '../policy/condition.ts';
import type { RoutedSignal, Signal } from './signal.ts';

export const groupSchema = v.object({
  /** The alert that the dedup key stands for; it may be over. */
  alertId: idSchema,
  /** Messages taken in the minute that begins then. */
  windowAt: v.optional(epochMsSchema, 0),
  count: v.optional(wholeNumberSchema(0, Number.MAX_SAFE_INTEGER), 0),
  /** Alerts that it opened lately, newest last. */
  openings: v.optional(v.array(v.object({ openedAt: epochMsSchema, urgency: urgencySchema })), []),
  /** Text by which a routing rule put it into an alert of several dedup keys; null: its alert is its own. */
  shared: v.optional(v.nullable(v.string()), null),
});
export type Group = v.InferInput<typeof groupSchema>;

/** The minute of a time, by its beginning. */
export const windowOf = (now: number): number => Math.floor(now / minute) * minute;

/** Counts of a group with its first message. */
export const firstOf = (now: number): Omit<Group, 'alertId'> => ({ windowAt: windowOf(now), count: 1 });

/** Seconds until the next minute begins. */
export const nextWindowIn = (now: number): number => Math.ceil((windowOf(now) + minute - now) / 1000);

/**
 * The group with one message more; null for one over the limit, unless it says something new. `alert`: the group's, if it can be
 * read.
 */
export function admitToGroup(
  group: Group,
  alert: Pick<Alert, 'status' | 'severity'> | null,
  signal: Pick<Signal, 'action' | 'severity'>,
  now: number,
): Group | null {
  const windowAt = windowOf(now);
  const count = group.windowAt === windowAt ? (group.count ?? 0) : 0;
  if (count >= constants.ingestPerMinute && !isNews(alert, signal)) return null;
  return { ...group, windowAt, count: count + 1 };
}

/** Whether a signal makes an unresolved alert worse, ends it or acknowledges it. */
function isNews(
  alert: Pick<Alert, 'status' | 'severity'> | null,
  { action, severity }: Pick<Signal, 'action' | 'severity'>,
): boolean {
  if (alert === null || alert.status === 'resolved') return false;
  if (action === 'resolve') return true;
  if (action === 'acknowledge') return isUnacknowledged(alert);
  return alertSeverities.indexOf(severity) < alertSeverities.indexOf(alert.severity);
}

/** Most openings remembered; more are not counted. */
const mostOpenings = 100;

/** The group with one more alert that it opens. */
export function withOpening(
  group: Omit<Group, 'alertId'>,
  event: Pick<RoutedSignal, 'severity' | 'urgency'>,
  now: number,
): Omit<Group, 'alertId'> {
  const recent = (group.openings ?? []).filter(({ openedAt }) => openedAt > now - flappingMs);
  const openings = [...recent, { openedAt: now, urgency: urgencyOfAlert(event) }].slice(-mostOpenings);
  return { ...group, openings };
}

/** Whether the last alert that it opened is flapping: openings of a lower urgency do not hide one of a higher. */
export function flappingOf({ openings = [] }: Omit<Group, 'alertId'>): Flapping | null {
  const last = openings.at(-1);
  const alike = openings.filter(({ urgency }) => last?.urgency === 'low' || urgency === 'high');
  const [first] = alike;
  return first && alike.length >= constants.flappingTimes
    ? { times: alike.length, sinceAt: first.openedAt }
    : null;
}

const flappingMs = constants.flappingMinutes * minute;
