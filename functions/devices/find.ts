/** A person's devices, and messages to them. */
import { deviceSchema, type Device } from '#domain/device/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import type { OutgoingPush, ServerPorts } from '#ports/server/server.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { type CommitEffect, runEffects } from '../kernel/effects.ts';
import { sendPush } from './send-push.ts';

/** A person's devices in a team, those that take no messages included. */
export const devicesOfPerson = (work: CommandWork, teamId: string, userId: string): Promise<Device[]> =>
  work.find(deviceSchema, query(collectionPaths.devices(teamId), where('userId', '==', userId)));

/** Sends one message, made once, to each device after the commit, at most once: nothing may depend on it. */
export function pushTo(
  work: CommandWork,
  devices: readonly Pick<Device, 'teamId' | 'userId' | 'registration'>[],
  message: OutgoingPush | ((server: ServerPorts) => Promise<OutgoingPush>),
): void {
  const addressees = devices.flatMap(({ teamId, userId, registration }) =>
    registration === null ? [] : [{ teamId, userId, registration }],
  );
  if (addressees.length === 0) return;
  work.afterCommit(async (server) => {
    const made = typeof message === 'function' ? await message(server) : message;
    const pushes = addressees.map(
      (to): CommitEffect =>
        (ports) =>
          sendPush(ports, to, made),
    );
    await runEffects(server, pushes);
  });
}
