import { useMemo } from 'react';
import { day } from '#domain/constants.ts';
import { shiftsBetween } from '#domain/schedule/rota.ts';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { zoneText } from '#domain/timezone.ts';
import { usePeople, useTeam } from '#src/data/queries/team.tsx';
import { useZones } from '#src/ui/clock.tsx';
import { momentText } from '#src/ui/time-format.ts';
import { onOtherClock } from './schedule-time.tsx';

export interface NowTextProps {
  readonly schedule: Schedule;
  readonly overrides: readonly Override[];
  readonly now: number;
  readonly timezone: string;
}

/** "Priya is on call until Mon 30 Nov 09:00 (17:00 your time), then Diego. Your next turn begins … Times are in Europe/Berlin." */
export function NowText({ schedule, overrides, now, timezone }: NowTextProps) {
  const people = usePeople();
  const { me } = useTeam();
  const { zone } = useZones();
  const [current, next, ...later] = useMemo(
    () => shiftsBetween(schedule, overrides, now, now + 28 * day),
    [schedule, overrides, now],
  );
  const nameOf = (userId: string | null | undefined, you: string, nobody: string) =>
    userId == null ? nobody : userId === me.id ? you : people.name(userId);
  const textOf = (at: number) => {
    const mine = onOtherClock(at, timezone, zone);
    return `${momentText(at, timezone)}${mine === null ? '' : ` (${mine} your time)`}`;
  };
  const until = next
    ? ` until ${textOf(next.startsAt)}, then ${nameOf(next.userId, 'you', 'nobody')}`
    : ' for the next four weeks';
  // The sentence before says it of the next shift.
  const mine = next?.userId === me.id ? undefined : later.find(({ userId }) => userId === me.id);
  return (
    <>
      {nameOf(current?.userId, 'You', 'Nobody')} {current?.userId === me.id ? 'are' : 'is'} on call{until}.
      {mine ? ` Your next turn begins ${textOf(mine.startsAt)}.` : ''} Times are in {zoneText(timezone)}.
    </>
  );
}
