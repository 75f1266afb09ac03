/** The reader's own shifts of the next four weeks, over all schedules. */
import { useMemo } from 'react';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { versionAt } from '#domain/schedule/versions.ts';
import { links } from '#src/data/links.ts';
import { useMayRun, useTeam } from '#src/data/queries/team.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { useZones } from '#src/ui/clock.tsx';
import { Link } from '#src/ui/link.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { lengthText, momentText } from '#src/ui/time-format.ts';
import { Time } from '#src/ui/time.tsx';
import styles from './on-call.module.css';
import { shiftsEnd, shiftsOfPerson } from './person-shifts.ts';
import { InScheduleTime, ScheduleTime } from './schedule-time.tsx';
import { useRotaNow } from '#src/data/queries/on-call.ts';

export interface MyShiftsProps {
  readonly schedules: readonly Schedule[];
  readonly overrides: readonly Override[];
}

const most = 5;

export function MyShifts({ schedules, overrides }: MyShiftsProps) {
  const { me } = useTeam();
  const now = useRotaNow();
  const mine = useMemo(
    () => shiftsOfPerson({ schedules, overrides }, me.id, now),
    [schedules, overrides, me.id, now],
  );
  const asks = useMayRun()('requestCover');
  const { zone } = useZones();
  if (mine.length === 0) return null;
  return (
    <Panel title="Your shifts" count={mine.length} frame="box">
      <ul className={styles.mine} aria-label="Your shifts">
        {mine.slice(0, most).map(({ schedule, startsAt, endsAt }) => (
          <li key={`${schedule.id}-${startsAt}`} className={styles.line}>
            <span className={styles.when}>
              {startsAt <= now ? (
                <Badge tone="accent">Now</Badge>
              ) : (
                <>
                  <Time at={startsAt} form="moment" />
                  <ScheduleTime at={startsAt} timezone={versionAt(schedule, startsAt).timezone} />
                </>
              )}
            </span>
            <span>
              <Link href={links.schedule(schedule.id)} look="text">
                {schedule.name}
              </Link>
              {endsAt >= shiftsEnd(now) ? (
                <span className={styles.instead}> for the next four weeks</span>
              ) : (
                <span className={styles.instead}>
                  {' '}
                  until <Time at={endsAt} form="moment" />
                  <InScheduleTime at={endsAt} timezone={versionAt(schedule, endsAt).timezone} />
                  {startsAt > now ? `, ${lengthText(endsAt - startsAt)}` : ''}
                </span>
              )}
            </span>
            {asks.allowed ? (
              <Link
                href={links.askForCover({ scheduleId: schedule.id, startsAt, endsAt })}
                look="button"
                className={styles.ask}
                aria-label={`Ask for cover: ${schedule.name}, ${momentText(startsAt, zone)}`}
              >
                Ask for cover
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
      {mine.length > most ? <p className={styles.note}>and {mine.length - most} more in four weeks</p> : null}
    </Panel>
  );
}
