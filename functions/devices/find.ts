/** A person's devices, and messages to them. */
import { deviceSchema, type Device } from '#domain/device/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import type { OutgoingPush, ServerPorts } from '#ports/server/server.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { attempt } from '../kernel/attempt.ts';

/** A person's devices in a team, those that take no messages included. */
export const devicesOfPerson = (work: CommandWork, teamId: string, userId: string): Promise<Device[]> =>
  work.find(deviceSchema, query(collectionPaths.devices(teamId), where('userId', '==', userId)));

/** Sends one message to each device after the commit, at most once: nothing may depend on it. */
export function pushTo(
  work: CommandWork,
  devices: readonly Pick<Device, 'registration'>[],
  message: OutgoingPush | ((server: ServerPorts) => Promise<OutgoingPush>),
): void {
  for (const { registration } of devices)
    if (registration !== null)
      work.afterCommit(async (server) => {
        await attempt(async () =>
          server.push.send(registration, typeof message === 'function' ? await message(server) : message),
        );
      });
}
