/** Today and the days ahead as one line, in the colours of their people, with a mark for now. */
import { day } from '#domain/constants.ts';
import type { Shift } from '#domain/schedule/rota.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { usePersonColours } from '#src/components/person-colour.ts';
import { useZones } from '#src/ui/clock.tsx';
import { shortDay } from '#src/ui/time-format.ts';
import styles from './rota-strip.module.css';
import { daysFrom } from './span.ts';
import { useRotaNow } from '#src/data/queries/on-call.ts';

export function RotaStrip({ shifts, label }: { readonly shifts: readonly Shift[]; readonly label: string }) {
  const people = usePeople();
  const colourOf = usePersonColours();
  const { zone } = useZones();
  const now = useRotaNow();
  const [first, last] = [shifts[0], shifts.at(-1)];
  if (!first || !last) return null;
  const share = (from: number, to: number) => `${((to - from) / (last.endsAt - first.startsAt)) * 100}%`;
  const days = daysFrom(first.startsAt, Math.round((last.endsAt - first.startsAt) / day), zone);
  return (
    <div className={styles.chart}>
      <ol className={styles.strip} aria-label={label}>
        {shifts.map((shift) => {
          const name = shift.userId === null ? 'Nobody' : people.name(shift.userId);
          return (
            <li
              key={shift.startsAt}
              className={shift.userId === null ? styles.gap : styles.shift}
              style={{
                width: share(shift.startsAt, shift.endsAt),
                ...(shift.userId !== null && colourOf(shift.userId)),
              }}
              title={name}
            >
              {shift.userId === null ? (
                <span className="visually-hidden">Nobody</span>
              ) : (
                <>
                  <span className={styles.who}>
                    <Avatar person={{ id: shift.userId, name }} size="small" decorative />
                  </span>
                  <span className={styles.name}>{name}</span>
                </>
              )}
            </li>
          );
        })}
      </ol>
      {first.startsAt < now ? (
        <span className={styles.now} style={{ left: share(first.startsAt, now) }} aria-hidden="true" />
      ) : null}
      <div className={styles.days} aria-hidden="true">
        {days.map(({ startsAt: at }, index) => (
          <span
            key={at}
            className={index % 2 === 0 ? styles.day : styles.between}
            style={{ left: share(first.startsAt, at) }}
          >
            {shortDay(at, zone)}
          </span>
        ))}
      </div>
    </div>
  );
}
