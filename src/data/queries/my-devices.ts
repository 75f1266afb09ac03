/** The reader's devices, and the ways to them that these are. */
import { useMemo } from 'react';
import type { ChannelWay } from '#domain/channel/way.ts';
import { deviceSchema } from '#domain/device/schema.ts';
import { wayOfDevice } from '#domain/device/way.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { query, where } from '#ports/docs/query.ts';
import { documentsOptions } from '../client/documents.ts';
import type { Reader } from '../client/visible.ts';
import { useTeamQuery } from './team.tsx';

const deviceQueries = {
  mine: (docs: Docs, { teamId, userId }: Reader) =>
    documentsOptions(
      docs,
      query(collectionPaths.devices(teamId), where('userId', '==', userId)),
      deviceSchema,
    ),
};

export const useMyDevices = () => useTeamQuery(deviceQueries.mine);

/** Undefined until they are known. */
export function useMyPushWays(): readonly ChannelWay[] | undefined {
  const { data } = useMyDevices();
  return useMemo(() => data?.items.map(({ value }) => wayOfDevice(value)), [data]);
}
