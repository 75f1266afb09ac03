/** The days ahead as one line: whose they are, and where nobody is. */
import { day } from '#domain/constants.ts';
import type { Shift } from '#domain/schedule/rota.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { useZones } from '#src/ui/clock.tsx';
import styles from './rota-strip.module.css';

export function RotaStrip({ shifts, label }: { readonly shifts: readonly Shift[]; readonly label: string }) {
  const people = usePeople();
  const { zone } = useZones();
  const [first, last] = [shifts[0], shifts.at(-1)];
  if (!first || !last) return null;
  const share = (from: number, to: number) => `${((to - from) / (last.endsAt - first.startsAt)) * 100}%`;
  const days = midnights(first.startsAt, last.endsAt, zone);
  return (
    <div className={styles.chart}>
      <ol className={styles.strip} aria-label={label}>
        {shifts.map((shift) => {
          const name = shift.userId === null ? 'Nobody' : people.name(shift.userId);
          return (
            <li
              key={shift.startsAt}
              className={shift.userId === null ? styles.gap : styles.shift}
              style={{ width: share(shift.startsAt, shift.endsAt) }}
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
      <div className={styles.days} aria-hidden="true">
        {days.map((at, index) => (
          <span
            key={at}
            className={index % 2 === 0 ? styles.day : styles.between}
            style={{ left: share(first.startsAt, at) }}
          >
            {new Date(at).toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', timeZone: zone })}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The beginnings of the reader’s days within a span; an hour off on the day that the clocks change is close enough for a label. */
function midnights(from: number, to: number, zone: string): readonly number[] {
  const clock = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  });
  const [hours = 0, minutes = 0] = clock.format(from).split(':').map(Number);
  const firstDay = from - (hours * 60 + minutes) * 60_000 + day;
  const found: number[] = [];
  for (let at = firstDay; at < to - day / 2; at += day) found.push(at);
  return found;
}
