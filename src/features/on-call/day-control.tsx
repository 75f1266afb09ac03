/** Link from one day of a calendar to its week, or a button where the calendar has no address. */
import type { ReactNode } from 'react';
import { cx } from '#src/ui/cx.ts';
import { Link } from '#src/ui/link.tsx';
import styles from './calendar-days.module.css';
import type { DayCell } from './day-cells.ts';
import { type DayPlace, placeKey } from './use-day-keys.ts';

export interface DayOpening {
  /** Absent: `onOpen` is used. */
  readonly hrefOf?: (date: number) => string;
  readonly onOpen?: (date: number) => void;
}

export interface DayControlProps {
  readonly cell: DayCell;
  readonly place: DayPlace;
  readonly stop: boolean;
  readonly opening: DayOpening;
  /** Whether another person’s days are highlighted. */
  readonly muted: boolean;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

export function DayControl(props: DayControlProps) {
  const { cell, place, stop, opening, muted, className, children } = props;
  const { holder, gap, early, overridden, today } = cell;
  const shared = {
    'data-day': placeKey(place),
    'aria-current': today ? ('date' as const) : undefined,
    title: cell.label,
    tabIndex: stop ? 0 : -1,
    style: muted ? undefined : cell.colour,
    className: cx(
      className,
      early ? styles.early : holder === null ? styles.nobody : gap > 0 && styles.gap,
      overridden && styles.overridden,
      today && styles.today,
      muted && styles.muted,
    ),
  };
  const content = (
    <>
      <span className="visually-hidden">{cell.label}</span>
      <span className={styles.inner} aria-hidden="true">
        {children}
      </span>
    </>
  );
  if (opening.hrefOf)
    return (
      <Link {...shared} href={opening.hrefOf(place.date)}>
        {content}
      </Link>
    );
  return (
    <button type="button" {...shared} onClick={() => opening.onOpen?.(place.date)}>
      {content}
    </button>
  );
}
