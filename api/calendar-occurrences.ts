/** Starts of an event’s occurrences on its clock, by the rules and dates that it has, without exceptions. */
import ICAL from 'ical.js';
import { day } from '#domain/constants.ts';
import { propertiesOf, type RawComponent } from './calendar-bounds.ts';
import { datesOf, ruleOf } from './calendar-rule-dates.ts';
import { isBoundedRule, partsOf } from './calendar-rules.ts';
import { UnreadableEvent } from './calendar-left-out.ts';
import type { StepCounter } from './calendar-steps.ts';
import { type EventTimes, inTermsOf, timeOfDay, timesIn, untilOf } from './calendar-times.ts';
import type { CalendarZones } from './calendar-zones.ts';

export const isRecurring = (raw: RawComponent): boolean =>
  propertiesOf(raw, 'rrule').length > 0 || propertiesOf(raw, 'rdate').length > 0;

/** On the clock of the event. Starts outside of it are left out. */
export interface ReadSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * In order, each once.
 * @throws UnreadableEvent for rules that are not followed
 * @throws StepsExceeded when they take too long
 */
export function* startsOf(
  raw: RawComponent,
  times: EventTimes,
  zones: CalendarZones,
  { from, to, steps }: ReadSpan & { readonly steps: StepCounter },
): Generator<number> {
  if (propertiesOf(raw, 'exrule').length > 0)
    throw new UnreadableEvent('it has a rule for what is left out (EXRULE)');
  const rules = propertiesOf(raw, 'rrule')
    .map(([, , , rule]) => followed(rule, times))
    .filter(({ isOver }) => !isOver)
    .map((rule) => new RuleStarts(rule, times, { from, to, steps }));
  const leftOut = new Set(timesIn(raw, 'exdate', zones).map((time) => inTermsOf(times, time)));
  const added = timesIn(raw, 'rdate', zones).map((time) => inTermsOf(times, time));
  // Dates alone are additional to the start; a rule has the start itself, unless it ends before it.
  const dates = (rules.length === 0 ? [times.start, ...added] : added)
    .filter((start) => start >= from && start < to)
    .toSorted((one, other) => one - other);
  let last = Number.NEGATIVE_INFINITY;
  for (;;) {
    const next = Math.min(dates[0] ?? Infinity, ...rules.map((rule) => rule.next ?? Infinity));
    if (next === Infinity) return;
    if (dates[0] === next) dates.shift();
    for (const rule of rules) if (rule.next === next) rule.advance();
    if (next === last) continue;
    last = next;
    if (!leftOut.has(next)) yield next;
  }
}

interface FollowedRule {
  readonly parts: ReadonlyMap<string, string>;
  /** Latest start; null: without an end. */
  readonly until: number | null;
  /** True also without any start. */
  readonly isOver: boolean;
}

function followed(rule: unknown, times: EventTimes): FollowedRule {
  if (typeof rule !== 'object' || rule === null) throw new UnreadableEvent('its rule can’t be read');
  const { until: end, ...others } = rule as Readonly<Record<string, unknown>>;
  const text = ICAL.Recur.fromData(others).toString();
  if (!isBoundedRule(text)) throw new UnreadableEvent('its rule is none that is followed');
  const parts = partsOf(text);
  const until = typeof end === 'string' ? untilOf(end, times) : null;
  return {
    parts,
    until,
    isOver: (until !== null && until < times.start) || Number(parts.get('COUNT') ?? 1) < 1,
  };
}

/** Starts by one rule. */
class RuleStarts {
  /** Null: there is no other. */
  next: number | null = null;
  private readonly dates: Generator<number>;
  private readonly time: number;
  private readonly last: number;

  constructor(
    { parts, until }: FollowedRule,
    times: EventTimes,
    { from, to, steps }: ReadSpan & { readonly steps: StepCounter },
  ) {
    this.time = timeOfDay(times.start);
    const last = Math.min(to - 1, until ?? Infinity);
    this.last = last;
    // Periods without a date cost steps, so that all of them end.
    const step = (days: number) => steps.take(days);
    this.dates = datesOf(ruleOf(parts), times.start - this.time, { from: from - day, to: last, step });
    do this.advance();
    while (this.next !== null && this.next < from);
  }

  /** @throws StepsExceeded */
  advance(): void {
    const next = this.dates.next();
    const start = next.done === true ? null : next.value + this.time;
    this.next = start !== null && start <= this.last ? start : null;
  }
}
