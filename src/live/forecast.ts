/** Who can be asked right now, and what a page does next if nobody acts. The engine that pages answers both. */
import { useMemo } from 'react';
import type { Page } from '#domain/entities/page.ts';
import { forecast, type Forecast } from '#domain/paging/forecast.ts';
import { peopleOf, type Roster } from '#domain/paging/people.ts';
import { useServerNow } from './clock.tsx';
import { useOverrides, useSchedules } from './on-call.ts';
import { usePeople, useTeam } from './team.tsx';

/** Undefined until all of it has come. The same object until something in it changes. */
export function useRoster(): Roster | undefined {
  const { team } = useTeam();
  const { all: members } = usePeople();
  const schedules = useSchedules().data?.items;
  const overrides = useOverrides().data?.items;
  return useMemo(() => {
    if (members.length === 0 || !schedules || !overrides) return undefined;
    return {
      team,
      members,
      schedules: schedules.map(({ value }) => value),
      overrides: overrides.map(({ value }) => value),
    };
  }, [team, members, schedules, overrides]);
}

/** The next `most` things (default 1) that happen to a page if nobody does anything; undefined until it can be told. */
export function useForecast(page: Page, most = 1): readonly Forecast[] | undefined {
  const roster = useRoster();
  const now = useServerNow(5000);
  return useMemo(
    () => (roster ? forecast(page, peopleOf(roster), now, most) : undefined),
    [page, roster, now, most],
  );
}
