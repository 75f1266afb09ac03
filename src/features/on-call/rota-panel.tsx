/** A schedule of the on-call screen: who is on call at present and next, and gaps. */
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useMemo } from 'react';
import { day } from '#domain/constants.ts';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { type Shift, shiftsBetween } from '#domain/schedule/rota.ts';
import { versionAt } from '#domain/schedule/versions.ts';
import { zoneText } from '#domain/timezone.ts';
import { links } from '#src/data/links.ts';
import { type MemberDirectory, usePeople, useTeam } from '#src/data/queries/team.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { useZones } from '#src/ui/clock.tsx';
import { Link } from '#src/ui/link.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { Time } from '#src/ui/time.tsx';

import styles from './on-call.module.css';
import { RotaStrip } from './rota-strip.tsx';
import { InScheduleTime, ScheduleTime } from './schedule-time.tsx';
import { dayStart } from './span.ts';
import { TakeOver } from './take-over.tsx';
import { useRotaNow } from '#src/data/queries/on-call.ts';

const ahead = 14 * day;

export interface RotaPanelProps {
  readonly schedule: Schedule;
  readonly overrides: readonly Override[];
}

export function RotaPanel({ schedule, overrides }: RotaPanelProps) {
  const people = usePeople();
  const { me } = useTeam();
  const now = useRotaNow();
  const own = useMemo(
    () => overrides.filter(({ scheduleId }) => scheduleId === schedule.id),
    [overrides, schedule.id],
  );
  const shifts = useMemo(() => shiftsBetween(schedule, own, now, now + ahead), [schedule, own, now]);
  const { zone } = useZones();
  const { timezone } = versionAt(schedule, now);
  const strip = useMemo(
    () => shiftsBetween(schedule, own, dayStart(now, zone), dayStart(now, zone, 14)),
    [schedule, own, now, zone],
  );
  const gaps = shifts.filter((shift) => shift.userId === null);
  const [current, ...next] = shifts;
  const mine = next.find((shift) => shift.userId === me.id);
  const standsIn = (shift: Shift) => insteadOf(shift, own, people, me.id);

  return (
    <Panel
      title={schedule.name}
      frame="box"
      actions={
        <>
          {gaps.length > 0 ? (
            <Badge tone="caution" icon={<TriangleAlert className="icon" />}>
              {gaps.length === 1 ? '1 gap' : `${gaps.length} gaps`} in 14 days
            </Badge>
          ) : null}
          <Link href={links.schedule(schedule.id)} look="button" aria-label={`Calendar of ${schedule.name}`}>
            Calendar
          </Link>
        </>
      }
    >
      {current && (
        <div className={styles.now}>
          <Holder
            shift={current}
            name={current.userId === null ? '' : people.name(current.userId)}
            phone={(current.userId !== null && people.find(current.userId)?.phone) || null}
            mine={current.userId === me.id}
            instead={standsIn(current)}
            lasts={current.endsAt >= now + ahead}
            timezone={timezone}
          />
          <TakeOver schedule={schedule} overrides={own} current={current} />
        </div>
      )}
      <RotaStrip shifts={strip} label={`${schedule.name}: the next 14 days`} />
      {next.length > 0 && (
        <ul className={styles.next} aria-label="Next">
          {next.slice(0, 3).map((shift) => (
            <li key={shift.startsAt} className={styles.line}>
              <span className={styles.when}>
                <Time at={shift.startsAt} form="moment" />
                <ScheduleTime at={shift.startsAt} timezone={timezone} />
              </span>
              {shift.userId === null ? (
                <strong className={styles.nobody}>Nobody</strong>
              ) : (
                <span>
                  {shift.userId === me.id ? 'You' : people.name(shift.userId)}
                  {standsIn(shift) !== undefined && (
                    <span className={styles.instead}> {standsIn(shift)}</span>
                  )}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.note}>
        {mine && (
          <>
            Your next turn begins <Time at={mine.startsAt} form="moment" />
            <InScheduleTime at={mine.startsAt} timezone={timezone} />.{' '}
          </>
        )}
        {zone === timezone
          ? `Times are in ${zoneText(timezone)}.`
          : `Times are yours, with those in ${zoneText(timezone)} beside them.`}
      </p>
    </Panel>
  );
}

/** Person whom the shift’s person replaces, if any. */
function insteadOf(
  shift: Shift,
  overrides: readonly Override[],
  people: MemberDirectory,
  me: string,
): string | undefined {
  const override = overrides.find(
    (one) => one.userId === shift.userId && one.startsAt <= shift.startsAt && shift.startsAt < one.endsAt,
  );
  if (!override) return undefined;
  if (override.insteadOf === null) return 'stands in';
  return `instead of ${override.insteadOf === me ? 'you' : people.name(override.insteadOf)}`;
}

interface HolderProps {
  readonly shift: Shift;
  readonly name: string;
  /** Null: none is known. */
  readonly phone: string | null;
  readonly mine: boolean;
  readonly instead: string | undefined;
  /** Whether no other person follows within the horizon. */
  readonly lasts: boolean;
  /** The schedule’s. */
  readonly timezone: string;
}

function Holder({ shift, name, phone, mine, instead, lasts, timezone }: HolderProps) {
  const until = lasts ? (
    'for the next 14 days and longer'
  ) : (
    <>
      until <Time at={shift.endsAt} form="moment" />
      <InScheduleTime at={shift.endsAt} timezone={timezone} />
    </>
  );
  if (shift.userId === null)
    return (
      <div>
        <p className={styles.nobody}>
          <TriangleAlert className="icon" /> Nobody is on call
        </p>
        <p className={styles.until}>{until}. Pages escalate to the next step at once.</p>
      </div>
    );
  return (
    <>
      <Avatar person={{ id: shift.userId, name }} size="large" decorative />
      <div>
        <p className={styles.holder}>
          {mine ? 'You are on call' : name}
          {instead !== undefined && <Badge>{instead}</Badge>}
        </p>
        <p className={styles.until}>
          {until}
          {phone !== null && !mine && (
            <>
              {' · '}
              <Link look="text" href={`tel:${phone}`} aria-label={`Call ${name}`}>
                Call
              </Link>
            </>
          )}
        </p>
      </div>
    </>
  );
}
