/**
 * Push registrations: each is one browser and has one person, in however many of their teams. Whoever registers it last has it;
 * the devices of the person before lose it in the same transaction, and that person is told.
 */
import * as v from 'valibot';
import { limits } from '#domain/constants.ts';
import { sha256Hex } from '#domain/digest.ts';
import { deviceSchema, type Device } from '#domain/device/schema.ts';
import { idSchema } from '#domain/base.ts';
import { revised } from '#domain/transition.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { fail } from '../../kernel/command-failed.ts';
import type { DocumentWork } from '../../kernel/documents.ts';

type DeviceKey = Pick<Device, 'teamId' | 'id'>;

/** Owner of a push registration, with its devices; at most one of a team. Stays, without a device, when it is given up. */
export const registrationSchema = v.object({
  userId: idSchema,
  devices: v.array(v.object({ teamId: idSchema, id: idSchema })),
});

export const registrationPath = (registration: string) => serverPaths.registration(sha256Hex(registration));
const isSame = (one: DeviceKey, other: DeviceKey) => one.teamId === other.teamId && one.id === other.id;

/** `to` has the registration from now on; everybody else loses it. Returns the devices from which another person has taken it. */
export async function claimRegistration(
  work: DocumentWork,
  registration: string,
  to: Pick<Device, 'teamId' | 'id' | 'userId'>,
): Promise<readonly Device[]> {
  const { teamId, id: deviceId, userId } = to;
  const before = await work.get(registrationSchema, registrationPath(registration));
  const others = (before?.devices ?? []).filter((one) => !isSame(one, to));
  const foreign = before !== null && before.userId !== userId;
  const losing = foreign ? others : others.filter((one) => one.teamId === teamId);
  const lost: Device[] = [];
  for (const one of losing) {
    const left = await strip(work, registration, one, foreign);
    if (left !== null) lost.push(left);
  }
  const kept = others.filter((one) => !losing.includes(one));
  if (kept.length >= limits.teamsPerRegistration)
    fail(
      'limit_reached',
      { limit: limits.teamsPerRegistration },
      `One browser can be reached for at most ${limits.teamsPerRegistration} teams. Turn it off in one of them first.`,
    );
  work.save(registrationPath(registration), { userId, devices: [...kept, { teamId, id: deviceId }] });
  return foreign ? lost : [];
}

/** The device gives its registration up, if it has it. */
export async function releaseRegistration(
  work: DocumentWork,
  registration: string,
  from: DeviceKey,
): Promise<void> {
  const before = await work.get(registrationSchema, registrationPath(registration));
  if (!before?.devices.some((one) => isSame(one, from))) return;
  const devices = before.devices.filter((one) => !isSame(one, from));
  work.save(registrationPath(registration), { ...before, devices });
}

async function strip(
  work: DocumentWork,
  registration: string,
  { teamId, id: deviceId }: DeviceKey,
  takenOver: boolean,
): Promise<Device | null> {
  const path = documentPaths.device(teamId, deviceId);
  const holder = await work.get(deviceSchema, path);
  if (holder?.registration !== registration) return null;
  const takenOverAt = takenOver ? work.now : holder.takenOverAt;
  const left = revised<Device>(holder, { registration: null, takenOverAt });
  work.save(path, left);
  return left;
}
