/** The reader's devices. */
import { deviceSchema } from '#domain/device/schema.ts';
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
