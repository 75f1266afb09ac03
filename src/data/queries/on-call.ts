/** Schedules, overrides and policies: what decides who is asked. */
import { useMemo } from 'react';
import { type ChainedPolicy, frozenPolicy, policiesAfter } from '#domain/policy/chain.ts';
import { type FrozenPolicy, policySchema } from '#domain/policy/schema.ts';
import { feedSchema } from '#domain/schedule/feed.ts';
import { overrideSchema, scheduleSchema } from '#domain/schedule/schema.ts';
import { versionsOf } from '#domain/schedule/versions.ts';
import type { Roster } from '#domain/page/recipient-resolver.ts';
import { day, hour, minute } from '#domain/constants.ts';
import { storedTime } from '#api/codec.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { orderBy, query, where } from '#ports/docs/query.ts';
import { useServerNow } from '../client/server-now.ts';
import { documentsOptions } from '../client/documents.ts';
import { usePeople, useTeam, useTeamQuery } from './team.tsx';
import type { Reader } from '../client/visible.ts';

const scheduleQueries = {
  /** Schedules by name. */
  list: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(docs, query(collectionPaths.schedules(teamId), orderBy('name')), scheduleSchema),
  /** Overrides that end after an instant, by their end. */
  overrides:
    (after: number) =>
    (docs: Docs, { teamId }: Reader) =>
      documentsOptions(
        docs,
        query(collectionPaths.overrides(teamId), where('endsAt', '>', storedTime(after)), orderBy('endsAt')),
        overrideSchema,
      ),
};

const feedQueries = {
  mine: (docs: Docs, { teamId, userId }: Reader) =>
    documentsOptions(docs, query(collectionPaths.feeds(teamId), where('userId', '==', userId)), feedSchema),
};

const policyQueries = {
  /** Policies by name. */
  list: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(docs, query(collectionPaths.policies(teamId), orderBy('name')), policySchema),
};

export const useSchedules = () => useTeamQuery(scheduleQueries.list);

/**
 * Present and future overrides; with `from`, an earlier instant, those since then too. Rounded to days, so that the query is the
 * same all day.
 */
export function useOverrides(from = Number.POSITIVE_INFINITY) {
  const now = useServerNow(hour);
  const first = Math.min(now - 2 * day, from);
  return useTeamQuery(scheduleQueries.overrides(Math.floor(first / day) * day));
}

/**
 * The server's time, rounded down to minutes, for questions of who is on call: never before a change of a rota that has taken effect
 * (the beginning or end of an override, a version of a schedule).
 */
export function useRotaNow(): number {
  const schedules = useSchedules().data;
  const overrides = useOverrides().data;
  const changesAt = useMemo(
    () => [
      ...(schedules?.items ?? []).flatMap(({ value }) =>
        versionsOf(value).flatMap(({ takesEffectAt, layers }) => [
          takesEffectAt,
          ...layers.map(({ startsAt }) => startsAt),
        ]),
      ),
      ...(overrides?.items ?? []).flatMap(({ value }) => [value.startsAt, value.endsAt]),
    ],
    [schedules, overrides],
  );
  return useServerNow(minute, changesAt);
}

export const usePolicies = () => useTeamQuery(policyQueries.list);

/** A policy with those that it hands over to, as a page would freeze it now; without them while they are loading. */
export function useFrozenPolicy(): (policy: ChainedPolicy) => FrozenPolicy {
  const policies = usePolicies().data?.items.map(({ value }) => value) ?? [];
  return (policy) => frozenPolicy(policy, policiesAfter(policy, policies));
}

export const useMyFeeds = () => useTeamQuery(feedQueries.mine);

/**
 * Data that the paging engine looks recipients up in; null while loading. The same object until something changes. `from`: the earliest
 * instant of a look-up in the past.
 */
export function useRoster(from?: number): Roster | null {
  const { team } = useTeam();
  const schedules = useSchedules().data;
  const overrides = useOverrides(from).data;
  const { all: members } = usePeople();
  return useMemo(() => {
    if (!schedules || !overrides || members.length === 0) return null;
    return {
      team,
      members,
      schedules: schedules.items.map((item) => item.value),
      overrides: overrides.items.map((item) => item.value),
    };
  }, [team, members, schedules, overrides]);
}
