/** Next four weeks of a schedule: gaps, people on call twice at once, and the distribution of the time. */
import { useMemo } from 'react';
import { day } from '#domain/constants.ts';
import { conflictsBetween } from '#domain/schedule/conflicts.ts';
import { loads } from '#domain/schedule/load.ts';
import { shiftsBetween } from '#domain/schedule/rota.ts';
import { absenceText, shiftsInAbsence } from '#domain/time-off/absences.ts';
import { versionAt } from '#domain/schedule/versions.ts';
import { turnlessPeople } from '#domain/schedule/turnless.ts';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { usePeople, useTeam } from '#src/data/queries/team.tsx';
import { useAbsences } from '#src/data/queries/time-off.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { lengthText, momentText } from '#src/ui/time-format.ts';
import styles from './outlook.module.css';

export const outlookDays = 28;

export interface OutlookProps {
  readonly schedule: Schedule;
  /** Schedules of the team, to find conflicts with; the schedule itself may be among them as it was. */
  readonly schedules: readonly Schedule[];
  readonly overrides: readonly Override[];
  readonly timezone: string;
  readonly from: number;
}

export function Outlook({ schedule, schedules, overrides, timezone, from }: OutlookProps) {
  const people = usePeople();
  const { team } = useTeam();
  const absences = useAbsences();
  const { gaps, conflicts, away, shares, turnless } = useMemo(() => {
    const to = from + outlookDays * day;
    const shifts = shiftsBetween(schedule, overrides, from, to);
    const all = [schedule, ...schedules.filter(({ id }) => id !== schedule.id)];
    return {
      gaps: shifts.filter(({ userId }) => userId === null),
      conflicts: conflictsBetween(all, overrides, from, to).filter(({ scheduleIds }) =>
        scheduleIds.includes(schedule.id),
      ),
      away: shiftsInAbsence(shifts, absences),
      turnless: versionAt(schedule, from).layers.flatMap((layer) =>
        turnlessPeople(layer, timezone).map((userId) => ({ userId, layer: layer.name })),
      ),
      shares: loads(shifts, (userId) => people.find(userId)?.timezone ?? team.timezone),
    };
  }, [schedule, schedules, overrides, from, people, timezone, team.timezone, absences]);
  const nameOf = (id: string) => schedules.find((one) => one.id === id)?.name ?? schedule.name;
  const all = gaps.length + conflicts.length + away.length + turnless.length;
  return (
    <>
      <Panel title="Gaps and conflicts" count={all} frame="box">
        {all === 0 ? (
          <p>None in the next four weeks.</p>
        ) : (
          <ul className={styles.lines}>
            {shortened(turnless).map(({ userId, layer }) => (
              <li key={`${layer}-${userId}`}>
                <span className={styles.trouble}>{people.name(userId)} never has a turn</span>
                <span className={styles.muted}> in {layer}: theirs fall outside of its hours</span>
              </li>
            ))}
            <Rest all={turnless.length} what="people without a turn" />
            {shortened(gaps).map(({ startsAt, endsAt }) => (
              <li key={startsAt}>
                <span className={styles.trouble}>Nobody for {lengthText(endsAt - startsAt)}</span>
                <span className={styles.muted}> from {momentText(startsAt, timezone)}</span>
              </li>
            ))}
            <Rest all={gaps.length} what="gaps" />
            {shortened(conflicts).map(({ userId, startsAt, endsAt, scheduleIds }) => (
              <li key={`${userId}-${startsAt}`}>
                <span className={styles.trouble}>
                  {people.name(userId)} is on call for {scheduleIds.map(nameOf).join(' and ')} at once
                </span>
                <span className={styles.muted}>
                  {' '}
                  for {lengthText(endsAt - startsAt)} from {momentText(startsAt, timezone)}
                </span>
              </li>
            ))}
            <Rest all={conflicts.length} what="conflicts" />
            {shortened(away).map(({ userId, startsAt, endsAt, holiday }) => (
              <li key={`${userId}-${startsAt}-${holiday}`}>
                <span className={styles.trouble}>
                  {people.name(userId)} is on call during {absenceText({ holiday })}
                </span>
                <span className={styles.muted}>
                  {' '}
                  for {lengthText(endsAt - startsAt)} from {momentText(startsAt, timezone)}
                </span>
              </li>
            ))}
            <Rest all={away.length} what="shifts during time off" />
          </ul>
        )}
      </Panel>
      <Panel title="Who is on call how much" frame="box">
        <table className={styles.table}>
          <caption className={styles.caption}>The next four weeks; nights are 22:00 to 07:00.</caption>
          <thead>
            <tr>
              <th scope="col">Person</th>
              <th scope="col">Hours</th>
              <th scope="col">Nights</th>
              <th scope="col">Weekends</th>
            </tr>
          </thead>
          <tbody>
            {shares.map(({ userId, time, nights, weekends }) => (
              <tr key={userId}>
                <th scope="row">
                  <span className={styles.person}>
                    <Avatar person={{ id: userId, name: people.name(userId) }} size="small" decorative />
                    {people.name(userId)}
                  </span>
                </th>
                <td>{Math.round(time / 3_600_000)}</td>
                <td>{nights}</td>
                <td>{weekends}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
    </>
  );
}

const most = 6;
const shortened = <T,>(items: readonly T[]) => items.slice(0, most);

const Rest = ({ all, what }: { readonly all: number; readonly what: string }) =>
  all > most ? (
    <li className={styles.muted}>
      and {all - most} more {what}
    </li>
  ) : null;
