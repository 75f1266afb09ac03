/** Warning that the reader is on call during their own time off, in the next four weeks, with links. */
import { useMemo } from 'react';
import { day } from '#domain/constants.ts';
import { shiftsBetween } from '#domain/schedule/rota.ts';
import { absenceText, shiftsInAbsence } from '#domain/time-off/absences.ts';
import { links } from '#src/data/links.ts';
import { useOverrides, useRotaNow, useSchedules } from '#src/data/queries/on-call.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { useAbsences } from '#src/data/queries/time-off.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Link } from '#src/ui/link.tsx';
import { Time } from '#src/ui/time.tsx';

const aheadDays = 28;

export function AwayOnCall() {
  const { me } = useTeam();
  const now = useRotaNow();
  const schedules = useSchedules().data?.items;
  const overrides = useOverrides().data?.items;
  const absences = useAbsences();
  const found = useMemo(() => {
    const mine = absences.filter(({ userId }) => userId === me.id);
    if (mine.length === 0 || !schedules || !overrides) return [];
    const changes = overrides.map(({ value }) => value);
    return schedules
      .flatMap(({ value }) =>
        shiftsInAbsence(shiftsBetween(value, changes, now, now + aheadDays * day), mine).map((one) => ({
          ...one,
          schedule: value,
        })),
      )
      .toSorted((one, other) => one.startsAt - other.startsAt);
  }, [absences, schedules, overrides, me.id, now]);
  const [first] = found;
  if (first === undefined) return null;
  const more = found.length - 1;
  return (
    <Banner
      kind="caution"
      action={
        <Link href={links.askForCover({ ...first, scheduleId: first.schedule.id })} look="button">
          Ask for cover
        </Link>
      }
    >
      <strong>
        You are on call for {first.schedule.name} during{' '}
        {first.holiday === null ? 'your time off' : absenceText(first)}
      </strong>
      , from <Time at={first.startsAt} form="moment" />
      {more > 0 ? `, and ${more} more ${more === 1 ? 'time' : 'times'} in four weeks` : ''}. You are paged all
      the same unless somebody takes over.
    </Banner>
  );
}
