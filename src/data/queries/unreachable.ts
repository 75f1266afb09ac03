/** Consequence of removing this browser's notifications, for a confirmation. */
import type { Device } from '#domain/device/schema.ts';
import { dutiesNow } from '#domain/readiness/duty.ts';
import { useMyDevices, useRoster, useRotaNow } from './on-call.ts';
import { useTeam } from './team.tsx';

/**
 * Sentence about the consequence of losing the device: the signed-in member is on call without another device for
 * notifications. Null: no consequence.
 */
export function useUnreachableWithout(device: Pick<Device, 'id'> | undefined): string | null {
  const { me } = useTeam();
  const now = useRotaNow();
  const roster = useRoster();
  const devices = useMyDevices().data?.items.map(({ value }) => value);
  if (device === undefined || roster === null || devices === undefined) return null;
  const registered = devices.filter(({ registration }) => registration !== null);
  if (!registered.some(({ id }) => id === device.id) || registered.length > 1) return null;
  const duty = dutiesNow(roster, now).get(me.id);
  if (duty?.kind !== 'now') return null;
  return `You are on call for ${duty.schedules.join(', ')} now, and this is your only device that takes notifications. Pages will reach you only while Muster is open, and go on to the next person when you don’t answer.`;
}
