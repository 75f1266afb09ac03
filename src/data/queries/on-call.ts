/** Schedules, overrides, policies and devices: what decides who is asked, and how they are reached. */
import { useMemo } from 'react';
import { deviceSchema } from '#domain/device/schema.ts';
import { policySchema } from '#domain/policy/schema.ts';
import { feedSchema } from '#domain/schedule/feed.ts';
import { overrideSchema, scheduleSchema } from '#domain/schedule/schema.ts';
import type { Roster } from '#domain/page/recipient-resolver.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { orderBy, query, where } from '#ports/docs/query.ts';
import { documentsOptions } from '../client/documents.ts';
import { usePeople, useTeam, useTeamQuery } from './team.tsx';
import type { Reader } from '../client/visible.ts';

const scheduleQueries = {
  /** By name. */
  list: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(docs, query(collectionPaths.schedules(teamId), orderBy('name')), scheduleSchema),
  /** By their start. */
  overrides: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(docs, query(collectionPaths.overrides(teamId), orderBy('startsAt')), overrideSchema),
};

const feedQueries = {
  mine: (docs: Docs, { teamId, userId }: Reader) =>
    documentsOptions(docs, query(collectionPaths.feeds(teamId), where('userId', '==', userId)), feedSchema),
};

const policyQueries = {
  /** By name. */
  list: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(docs, query(collectionPaths.policies(teamId), orderBy('name')), policySchema),
};

const deviceQueries = {
  mine: (docs: Docs, { teamId, userId }: Reader) =>
    documentsOptions(
      docs,
      query(collectionPaths.devices(teamId), where('userId', '==', userId)),
      deviceSchema,
    ),
};

export const useSchedules = () => useTeamQuery(scheduleQueries.list);
export const useOverrides = () => useTeamQuery(scheduleQueries.overrides);
export const usePolicies = () => useTeamQuery(policyQueries.list);
export const useMyFeeds = () => useTeamQuery(feedQueries.mine);
export const useMyDevices = () => useTeamQuery(deviceQueries.mine);

/** Whom the paging engine would find, or `null` until all of it has been read. The same object until something changes. */
export function useRoster(): Roster | null {
  const { team } = useTeam();
  const schedules = useSchedules().data;
  const overrides = useOverrides().data;
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
