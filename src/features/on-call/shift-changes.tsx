/** Gained and lost shifts in the four weeks after a schedule's change, shown before it is saved. */
import { changesByPerson, type ShiftChange } from '#domain/schedule/comparison.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { lengthText, momentText } from '#src/ui/time-format.ts';
import styles from './outlook.module.css';

export interface ShiftChangesProps {
  readonly changes: readonly ShiftChange[];
  readonly timezone: string;
}

export function ShiftChanges({ changes, timezone }: ShiftChangesProps) {
  const people = usePeople();
  const byPerson = changesByPerson(changes);
  if (changes.length === 0) return <p>Nobody gains or loses a shift.</p>;
  return (
    <ul className={styles.lines} aria-label="Who gains and who loses shifts">
      {byPerson.map(({ userId, gains, loses, difference }) => (
        <li key={userId} className={styles.change}>
          <span className={styles.head}>
            <Avatar person={{ id: userId, name: people.name(userId) }} size="small" decorative />
            <strong>{people.name(userId)}</strong>
            <span className={difference > 0 ? styles.gain : styles.loss}>{differenceText(difference)}</span>
          </span>
          {gains.length > 0 ? <span>gains {listText(gains, timezone)}</span> : null}
          {loses.length > 0 ? <span className={styles.loss}>loses {listText(loses, timezone)}</span> : null}
        </li>
      ))}
      {byPerson.length === 0 ? <li>Times go from nobody to nobody.</li> : null}
    </ul>
  );
}

const differenceText = (difference: number): string =>
  difference === 0
    ? 'as much as before'
    : `${lengthText(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}`;

const most = 3;

function listText(changes: readonly ShiftChange[], timezone: string): string {
  const shown = changes
    .slice(0, most)
    .map(({ startsAt, endsAt }) => `${momentText(startsAt, timezone)} (${lengthText(endsAt - startsAt)})`);
  const rest = changes.length > most ? [`${changes.length - most} more`] : [];
  return new Intl.ListFormat('en', { type: 'conjunction' }).format([...shown, ...rest]);
}
