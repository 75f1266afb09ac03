/**
 * Legend of a calendar: people by colour, with the days they hold most of; marks of gaps and overrides. One person’s days can be picked
 * out.
 */
import { daysByHolder, type RotaDay } from '#domain/schedule/calendar-days.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { initialsOf } from '#src/components/avatar.tsx';
import { usePersonColours } from '#src/components/person-colour.ts';
import { cx } from '#src/ui/cx.ts';
import styles from './calendar-days.module.css';

export interface CalendarLegendProps {
  readonly days: readonly RotaDay[];
  readonly picked: string | null;
  readonly onPick: (userId: string | null) => void;
}

export function CalendarLegend({ days, picked, onPick }: CalendarLegendProps) {
  const people = usePeople();
  const colourOf = usePersonColours();
  const gaps = days.filter(({ gap }) => gap > 0).length;
  const overrides = days.filter(({ overridden }) => overridden).length;
  return (
    <ul className={styles.legend} aria-label="People, with the days that they hold most of">
      {daysByHolder(days).map(({ userId, days: count }) => (
        <li key={userId}>
          <button
            type="button"
            className={styles.person}
            aria-pressed={userId === picked}
            onClick={() => onPick(userId === picked ? null : userId)}
          >
            <span className={styles.swatch} style={colourOf(userId)} aria-hidden="true">
              {initialsOf(people.name(userId))}
            </span>
            <span>{people.name(userId)}</span>
            <span className={styles.count}>{daysText(count)}</span>
          </button>
        </li>
      ))}
      {gaps > 0 ? (
        <li className={styles.mark}>
          <span className={cx(styles.swatch, styles.gap)} aria-hidden="true" />
          <span>Gap</span>
          <span className={styles.count}>{daysText(gaps)}</span>
        </li>
      ) : null}
      {overrides > 0 ? (
        <li className={styles.mark}>
          <span className={cx(styles.swatch, styles.overridden)} aria-hidden="true" />
          <span>Override</span>
          <span className={styles.count}>{daysText(overrides)}</span>
        </li>
      ) : null}
    </ul>
  );
}

const daysText = (count: number) => (count === 1 ? '1 day' : `${count} days`);
