/** People on call now and next, by schedule. Gaps are announced. */
import { useMemo } from 'react';
import { day } from '#domain/constants.ts';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { shiftsBetween } from '#domain/schedule/rota.ts';
import { links } from '#src/data/links.ts';
import { useOverrides, useRotaNow, useSchedules } from '#src/data/queries/on-call.ts';
import { usePeople, useTeam } from '#src/data/queries/team.tsx';
import { useView } from '#src/data/client/view.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { ScheduleColours } from '#src/components/schedule-colours.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import styles from './on-call-now.module.css';

/** Time ahead in which the next person is looked for. */
const ahead = 14 * day;

export function OnCallNow() {
  const schedules = useSchedules();
  const overrides = useOverrides();
  const rota = useView({
    data:
      schedules.data && overrides.data
        ? { ...schedules.data, overrides: overrides.data.items.map((item) => item.value) }
        : undefined,
    error: schedules.error ?? overrides.error,
  });
  return (
    <Panel
      title="On call"
      frame="box"
      actions={
        <Link href={links.onCall()} look="text">
          All schedules
        </Link>
      }
    >
      <QueryView
        view={rota}
        failed="The schedules can’t be read"
        loading={<Skeleton label="Loading who is on call" shape="text" count={3} />}
        empty={
          <EmptyState title="Nobody is on call">
            This team has no schedule. Page people by name from an incident’s room.
          </EmptyState>
        }
      >
        {({ items, overrides: own }) => (
          <ul className={styles.schedules}>
            {items.map(({ value }) => (
              <ScheduleColours key={value.id} schedule={value} overrides={own}>
                <ScheduleNow schedule={value} overrides={own} />
              </ScheduleColours>
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  );
}

interface ScheduleNowProps {
  readonly schedule: Schedule;
  readonly overrides: readonly Override[];
}

function ScheduleNow({ schedule, overrides }: ScheduleNowProps) {
  const now = useRotaNow();
  const people = usePeople();
  const { me } = useTeam();
  const [current, next] = useMemo(
    () => shiftsBetween(schedule, overrides, now, now + ahead),
    [schedule, overrides, now],
  );
  const nameOf = (userId: string, you = 'you') => (userId === me.id ? you : people.name(userId));
  const holder = current?.userId ?? null;
  return (
    <li className={styles.schedule}>
      {holder === null ? (
        <span className={styles.gapMark} aria-hidden="true" />
      ) : (
        <Avatar person={{ id: holder, name: people.name(holder) }} size="large" decorative />
      )}
      <span className={styles.words}>
        <span className={styles.name}>
          <Link href={links.schedule(schedule.id)} look="text">
            {schedule.name}
          </Link>
        </span>
        <span className={holder === null ? styles.gap : styles.holder}>
          {holder === null ? 'Nobody is on call' : nameOf(holder, 'You')}
        </span>
        {next ? (
          <span className={styles.next}>
            {next.userId === null ? 'then nobody' : `then ${nameOf(next.userId)}`} <Time at={next.startsAt} />
          </span>
        ) : (
          <span className={styles.next}>no change in the next two weeks</span>
        )}
      </span>
    </li>
  );
}
