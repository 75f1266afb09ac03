/**
 * Push registrations: each is one browser and has one person, in however many of their teams. Whoever registers it last has it;
 * the devices of the person before lose it in the same transaction, and that person is told.
 */
import * as v from 'valibot';
import { limits } from '#domain/constants.ts';
import { takenOverSentence } from '#domain/device/device.ts';
import { sha256Hex } from '#domain/digest.ts';
import { deviceSchema, type Device } from '#domain/device/schema.ts';
import { idSchema } from '#domain/base.ts';
import { revised } from '#domain/transition.ts';
import { teamAddress } from '#api/addresses.ts';
import { documentPaths } from '#api/paths.ts';
import type { CommandContext } from '../kernel/command.ts';
import { fail } from '../kernel/command-failed.ts';
import { devicesOfPerson, pushTo } from './find.ts';

type Work = CommandContext['work'];
type DeviceKey = Pick<Device, 'teamId' | 'id'>;

/** Owner of a push registration, with its devices; at most one of a team. Stays, without a device, when it is given up. */
export const registrationSchema = v.object({
  userId: idSchema,
  devices: v.array(v.object({ teamId: idSchema, id: idSchema })),
});

const pathOf = (registration: string) => documentPaths.registration(sha256Hex(registration));
const isSame = (one: DeviceKey, other: DeviceKey) => one.teamId === other.teamId && one.id === other.id;

/** `to` has the registration from now on; everybody else loses it. */
export async function claimRegistration(
  work: Work,
  registration: string,
  to: Pick<Device, 'teamId' | 'id' | 'userId'>,
): Promise<void> {
  const { teamId, id: deviceId, userId } = to;
  const before = await work.get(registrationSchema, pathOf(registration));
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
  work.save(pathOf(registration), { userId, devices: [...kept, { teamId, id: deviceId }] });
  if (foreign) await tell(work, lost);
}

/** The device gives its registration up, if it has it. */
export async function releaseRegistration(work: Work, registration: string, from: DeviceKey): Promise<void> {
  const before = await work.get(registrationSchema, pathOf(registration));
  if (!before?.devices.some((one) => isSame(one, from))) return;
  const devices = before.devices.filter((one) => !isSame(one, from));
  work.save(pathOf(registration), { ...before, devices });
}

async function strip(
  work: Work,
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

/**
 * Pushes to the other devices of the person who lost it. Nothing depends on it: the home screen says the same until they have dealt
 * with it.
 */
async function tell(work: Work, lost: readonly Device[]): Promise<void> {
  const reached = new Set<string | null>();
  for (const one of lost) {
    const devices = await devicesOfPerson(work, one.teamId, one.userId);
    const unreached = devices.filter(({ registration }) => !reached.has(registration));
    for (const { registration } of unreached) reached.add(registration);
    pushTo(work, unreached, messageOf(one));
  }
}

const messageOf = (lost: Device) => ({
  notification: {
    title: 'A device stopped receiving your pages',
    body: takenOverSentence(lost),
    tag: `device-${lost.id}`,
    link: teamAddress(lost.teamId, '/'),
  },
  data: { kind: 'device-taken-over', teamId: lost.teamId, deviceId: lost.id },
});
