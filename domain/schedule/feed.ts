/** A feed: shifts as a calendar that other programs subscribe to. Its `id` is the digest of the secret in its address (`api/feed-secret.ts`). */
import * as v from 'valibot';
import { entityFields, idSchema } from '../base.ts';
import { constants, day, limits } from '../constants.ts';
import { shiftsFrom } from './rota.ts';
import type { Override, Schedule } from './schema.ts';

const scopes = ['mine', 'schedule', 'team'] as const;
export const feedScopeSchema = v.picklist(scopes);

/** Chosen by the browser; 160 bits. */
export const feedSecretSchema = v.pipe(
  idSchema,
  v.regex(/^[0-9a-f]{40}$/u, 'The secret of a feed is 40 hexadecimal digits.'),
);

/** A secret’s digest. */
export const feedIdSchema = v.pipe(
  idSchema,
  v.regex(/^[0-9a-f]{64}$/u, 'The id of a feed is 64 hexadecimal digits.'),
);

export const feedSchema = v.object({
  ...entityFields,
  /** Owner of the feed: nobody else sees that there is one. */
  userId: idSchema,
  scope: feedScopeSchema,
  /** Schedule of the scope `schedule`; else null. */
  scheduleId: v.nullable(idSchema),
});
export type Feed = v.InferInput<typeof feedSchema>;

/** An entry of the calendar. */
export interface FeedShift {
  /** Permanent unique key of the shift. */
  readonly key: string;
  readonly schedule: Pick<Schedule, 'name' | 'revision'>;
  readonly userId: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

/** Whole days in UTC, so that the first and the last entry of a feed change once a day. */
export function feedSpan(now: number): { readonly from: number; readonly to: number } {
  const today = Math.floor(now / day) * day;
  return { from: today - constants.feedDaysBack * day, to: today + constants.feedDaysAhead * day };
}

/** Shifts of a feed, at most `limits.feedShifts` from its beginning on. Gaps are left out. */
export function shiftsOfFeed(
  feed: Pick<Feed, 'scope' | 'scheduleId' | 'userId'>,
  schedules: readonly Schedule[],
  overrides: readonly Override[],
  now: number,
): readonly FeedShift[] {
  return schedules
    .filter(({ id }) => feed.scope !== 'schedule' || id === feed.scheduleId)
    .flatMap((schedule) => shiftsOfSchedule(feed, schedule, overrides, now))
    .toSorted((one, other) => one.startsAt - other.startsAt || (one.key < other.key ? -1 : 1))
    .slice(0, limits.feedShifts);
}

function shiftsOfSchedule(
  feed: Pick<Feed, 'scope' | 'userId'>,
  schedule: Schedule,
  overrides: readonly Override[],
  now: number,
): readonly FeedShift[] {
  const { from, to } = feedSpan(now);
  const shifts: FeedShift[] = [];
  for (const { userId, startsAt, endsAt } of shiftsFrom(schedule, overrides, from, to)) {
    if (userId === null || (feed.scope === 'mine' && userId !== feed.userId)) continue;
    const key = `${schedule.id}-${startsAt === from ? 'earlier' : startsAt}`;
    shifts.push({ key, schedule, userId, startsAt, endsAt });
    // Schedules from before `limits.changesPerWeek` may have more.
    if (shifts.length >= limits.feedShifts) break;
  }
  return shifts;
}
