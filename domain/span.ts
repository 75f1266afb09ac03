/** Length limits of the spans that people enter, part of the inputs' schemas: nothing is computed of a longer span. */
import { day, limits } from './constants.ts';
import { settingsLimits } from './settings-limits.ts';

export interface SpanBound {
  readonly mostMs: number;
  readonly sentence: string;
}

const bound = (days: number, sentence: string): SpanBound => ({ mostMs: days * day, sentence });

export const spanBounds = {
  override: bound(limits.overrideDays, `An override lasts at most ${limits.overrideDays} days.`),
  cover: bound(
    limits.overrideDays,
    `Cover is asked for ${limits.overrideDays} days at most. Ask for a part of it first.`,
  ),
  timeOff: bound(
    limits.timeOffDays,
    `Time off lasts at most ${limits.timeOffDays} days. Write a longer one in parts.`,
  ),
  maintenance: bound(
    settingsLimits.maintenanceDays,
    `A window lasts at most ${settingsLimits.maintenanceDays} days.`,
  ),
} as const satisfies Record<string, SpanBound>;

interface Span {
  readonly startsAt: number;
  readonly endsAt: number;
}

export const isWithin = ({ startsAt, endsAt }: Span, { mostMs }: SpanBound): boolean =>
  endsAt - startsAt <= mostMs;
