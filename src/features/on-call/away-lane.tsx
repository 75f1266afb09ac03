/** The times of a schedule in which somebody is on call and away: hatched, with who and why in words. */
import { absenceText, type ShiftInAbsence } from '#domain/time-off/absences.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { momentText } from '#src/ui/time-format.ts';
import styles from './rota-calendar.module.css';
import { shareOf, type Span } from './span.ts';

export interface AwayLaneProps {
  readonly label: string;
  readonly away: readonly ShiftInAbsence[];
  readonly span: Span;
  readonly timezone: string;
}

export function AwayLane({ label, away, span, timezone }: AwayLaneProps) {
  const people = usePeople();
  return (
    <ol className={styles.lane} aria-label={label}>
      {away.map((one) => {
        const { userId, startsAt, endsAt, holiday } = one;
        const left = shareOf(span, startsAt);
        const words = `${people.name(userId)}: ${absenceText(one)}`;
        return (
          <li
            key={`${userId}-${startsAt}-${holiday}`}
            className={styles.place}
            style={{ left: `${left}%`, width: `${shareOf(span, endsAt) - left}%` }}
            title={words}
          >
            <span className={styles.away}>
              <span className="visually-hidden">
                {words}, {momentText(startsAt, timezone)} to {momentText(endsAt, timezone)}
              </span>
              <span aria-hidden="true">{words}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
