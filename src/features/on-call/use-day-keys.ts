/** Arrow keys among the days of a calendar, which is one tab stop. */
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { firstOfMonth, monthOfDate, monthsLater, weekStart } from './calendar-dates.ts';

export interface DayPlace {
  /** Row of the schedule, where several are shown. */
  readonly row: number;
  readonly date: number;
}

type DayLayout = 'month' | 'year' | 'rows';

export interface DayKeysOptions {
  /**
   * `month`: its weeks, with days of its neighbours; Page Up and Page Down turn to another month. `year`: the weeks of twelve months.
   * `rows`: a schedule each, to which up and down move.
   */
  readonly layout: DayLayout;
  readonly first: number;
  readonly last: number;
  readonly today: number;
  /** Shows a day that is outside of the view. */
  readonly onLeave: (date: number) => void;
}

export interface DayKeys {
  /** The day that Tab focuses. */
  readonly stop: DayPlace;
  readonly area: RefObject<HTMLDivElement | null>;
  readonly handlers: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onFocus: (event: FocusEvent) => void;
  };
}

/** Value of the attribute `data-day` of a day's link. */
export const placeKey = ({ row, date }: DayPlace): string => `${row}:${date}`;

export function useDayKeys(options: DayKeysOptions): DayKeys {
  const { layout, first, last, today, onLeave } = options;
  const area = useRef<HTMLDivElement>(null);
  const awaited = useRef<DayPlace | null>(null);
  const [place, setPlace] = useState<DayPlace | null>(null);
  const isShown = (date: number) => first <= date && date <= last;
  const stop =
    place !== null && isShown(place.date) ? place : { row: 0, date: isShown(today) ? today : first };
  const focus = (to: DayPlace): boolean => {
    const found = area.current?.querySelector<HTMLElement>(`[data-day="${placeKey(to)}"]`);
    found?.focus();
    return found != null;
  };
  useEffect(() => {
    if (awaited.current !== null && focus(awaited.current)) awaited.current = null;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const from = placeOf(event.target);
    const to = from && moved(from, event.key, layout);
    if (!to || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    const turns = layout === 'month' && event.key.startsWith('Page');
    if (!turns && isShown(to.date)) focus(to);
    else {
      awaited.current = to;
      onLeave(to.date);
    }
  };
  const onFocus = (event: FocusEvent) => {
    const at = placeOf(event.target);
    if (at) setPlace(at);
  };
  return { stop, area, handlers: { onKeyDown, onFocus } };
}

function placeOf(target: EventTarget): DayPlace | null {
  const key = target instanceof HTMLElement ? target.dataset['day'] : undefined;
  if (key === undefined) return null;
  const [row = 0, date = 0] = key.split(':').map(Number);
  return { row, date };
}

function moved({ row, date }: DayPlace, key: string, layout: DayLayout): DayPlace | null {
  const weeks = layout !== 'rows';
  const month = monthOfDate(date);
  const [monthFirst, monthLast] = [firstOfMonth(month), firstOfMonth(month + 1) - 1];
  const [monday, sunday] = [weekStart(date), weekStart(date) + 6];
  switch (key) {
    case 'ArrowLeft':
      return { row, date: date - 1 };
    case 'ArrowRight':
      return { row, date: date + 1 };
    case 'ArrowUp':
      return weeks ? { row, date: date - 7 } : { row: row - 1, date };
    case 'ArrowDown':
      return weeks ? { row, date: date + 7 } : { row: row + 1, date };
    case 'Home':
      return { row, date: { month: monday, year: Math.max(monday, monthFirst), rows: monthFirst }[layout] };
    case 'End':
      return { row, date: { month: sunday, year: Math.min(sunday, monthLast), rows: monthLast }[layout] };
    case 'PageUp':
      return { row, date: monthsLater(date, -1) };
    case 'PageDown':
      return { row, date: monthsLater(date, 1) };
    default:
      return null;
  }
}
