import { deviceSchema, type Device } from '#domain/device/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

/** A person's devices in a team, those that take no messages included. */
export function devicesOfPerson(work: UnitOfWork, teamId: string, userId: string): Promise<Device[]> {
  return work.find(deviceSchema, query(collectionPaths.devices(teamId), where('userId', '==', userId)));
}
