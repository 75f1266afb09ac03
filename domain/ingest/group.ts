/**
 * What is remembered of a group of messages (all that a sender says under one dedup key): its alert, and how much was said in this
 * minute. Limits count for each group, so that one group's repeats never hold back what another says.
 */
import * as v from 'valibot';
import { alertSeverities, type Alert } from '../alert/schema.ts';
import { epochMsSchema, idSchema, wholeNumberSchema } from '../base.ts';
import { constants, minute } from '../constants.ts';
import type { Signal } from './signal.ts';

export const groupSchema = v.object({
  /** The alert that the dedup key stands for; it may be over. */
  alertId: idSchema,
  /** Messages taken in the minute that begins then. */
  windowAt: v.optional(epochMsSchema, 0),
  count: v.optional(wholeNumberSchema(0, Number.MAX_SAFE_INTEGER), 0),
});
export type Group = v.InferInput<typeof groupSchema>;

/** The minute of a time, by its beginning. */
export const windowOf = (now: number): number => Math.floor(now / minute) * minute;

/** What is counted of a group with its first message. */
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

/** Whether it makes an alert that is not over worse, or ends or acknowledges it. */
function isNews(
  alert: Pick<Alert, 'status' | 'severity'> | null,
  { action, severity }: Pick<Signal, 'action' | 'severity'>,
): boolean {
  if (alert === null || alert.status === 'resolved') return false;
  if (action === 'resolve') return true;
  if (action === 'acknowledge') return alert.status === 'open';
  return alertSeverities.indexOf(severity) < alertSeverities.indexOf(alert.severity);
}
