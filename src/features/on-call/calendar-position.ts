/** View of a calendar and the day that it begins with: in the address, or in the calendar's own state. */
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import {
  dateOfText,
  dateTitle,
  firstOfMonth,
  monthOfDate,
  monthsLater,
  monthTitle,
  textOfDate,
  yearOfDate,
} from './calendar-dates.ts';

const calendarViews = ['week', 'fortnight', 'four-weeks', 'month', 'year'] as const;
export type CalendarView = (typeof calendarViews)[number];

export interface CalendarPosition {
  readonly view: CalendarView;
  /** Number of the day; null: today. */
  readonly date: number | null;
}

export interface CalendarControl extends CalendarPosition {
  /** Days have addresses of their own. */
  readonly addressed: boolean;
  /** `replace`: no step of the browser’s history. */
  readonly show: (next: CalendarPosition, options?: { readonly replace: boolean }) => void;
}

/** `?view=month&date=2026-03-03`; without a view: a fortnight. */
export function useAddressPosition(): CalendarControl {
  const [params, setParams] = useSearchParams();
  return {
    addressed: true,
    view: calendarViews.find((one) => one === params.get('view')) ?? 'fortnight',
    date: dateOfText(params.get('date')),
    show({ view, date }, { replace } = { replace: false }) {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (view === 'fortnight') next.delete('view');
          else next.set('view', view);
          if (date === null) next.delete('date');
          else next.set('date', textOfDate(date));
          return next;
        },
        { replace },
      );
    },
  };
}

export function useOwnPosition(view: CalendarView): CalendarControl {
  const [position, setPosition] = useState<CalendarPosition>({ view, date: null });
  return { ...position, addressed: false, show: (next) => setPosition(next) };
}

const lengths = { week: 7, fortnight: 14, 'four-weeks': 28 } as const;

/** Days of a view that shows lanes; null for a month and a year. */
export const laneDays = (view: CalendarView): number | null =>
  view === 'month' || view === 'year' ? null : lengths[view];

/** The next or the previous week, month or year. */
export function stepped({ view, date }: CalendarPosition, today: number, by: 1 | -1): CalendarPosition {
  const from = date ?? today;
  const days = laneDays(view);
  const next = days === null ? monthsLater(from, by * (view === 'month' ? 1 : 12)) : from + by * days;
  return { view, date: next === today ? null : next };
}

/** Whether “Today” would change nothing. */
export function isAtToday({ view, date }: CalendarPosition, today: number): boolean {
  if (date === null) return true;
  if (view === 'month') return monthOfDate(date) === monthOfDate(today);
  return view === 'year' && yearOfDate(date) === yearOfDate(today);
}

/** "March 2026", "2026", "Mon 5 January to Sun 18 January". */
export function positionTitle({ view, date }: CalendarPosition, today: number): string {
  const from = date ?? today;
  const days = laneDays(view);
  if (days !== null) return `${dateTitle(from)} to ${dateTitle(from + days - 1)}`;
  return view === 'month' ? monthTitle(monthOfDate(from)) : String(yearOfDate(from));
}

/** First and last day that a view shows. */
export function datesShown({ view, date }: CalendarPosition, today: number) {
  const from = date ?? today;
  const days = laneDays(view);
  if (days !== null) return { first: from, count: days };
  const month = view === 'month' ? monthOfDate(from) : yearOfDate(from) * 12;
  const first = firstOfMonth(month);
  return { first, count: firstOfMonth(month + (view === 'month' ? 1 : 12)) - first };
}
