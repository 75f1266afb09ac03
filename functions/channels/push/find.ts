/** A person's devices. */
import { deviceSchema, type Device } from '#domain/device/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import type { DocumentReads } from '../../kernel/documents.ts';

/** A person's devices in a team, those that take no messages included. */
export const devicesOfPerson = (
  reads: Pick<DocumentReads, 'find'>,
  teamId: string,
  userId: string,
): Promise<Device[]> =>
  reads.find(deviceSchema, query(collectionPaths.devices(teamId), where('userId', '==', userId)));
