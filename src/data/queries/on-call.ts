/** Schedules, overrides, policies and devices: what decides who is asked, and how they are reached. */
import { useMemo } from 'react';
import { deviceSchema } from '#domain/device/schema.ts';
import { policySchema } from '#domain/policy/schema.ts';
import { overrideSchema, scheduleSchema } from '#domain/schedule/schema.ts';
import type { Roster } from '#domain/page/recipient-resolver.ts';
import { collectionPaths } from '#api/paths.ts';
import { orderBy, query, where } from '#ports/docs/query.ts';
import { useDocuments } from '../client/documents.ts';
import { usePeople, useTeam } from './team.tsx';

export function useSchedules() {
  const { team } = useTeam();
  return useDocuments(query(collectionPaths.schedules(team.id), orderBy('name')), scheduleSchema);
}

export function useOverrides() {
  const { team } = useTeam();
  return useDocuments(query(collectionPaths.overrides(team.id), orderBy('startsAt')), overrideSchema);
}

export function usePolicies() {
  const { team } = useTeam();
  return useDocuments(query(collectionPaths.policies(team.id), orderBy('name')), policySchema);
}

export function useMyDevices() {
  const { team, me } = useTeam();
  return useDocuments(query(collectionPaths.devices(team.id), where('userId', '==', me.id)), deviceSchema);
}

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
