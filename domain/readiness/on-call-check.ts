/** Devices of a person on call: those that pages don't reach, and the time at which the next one counts as silent. */
import * as v from 'valibot';
import { epochMsSchema, idSchema } from '../base.ts';
import { type DeviceState, deviceState, silentFrom } from '../device/device.ts';
import type { ReachedDevice } from './reachability.ts';

/** `id`: the person's. It lasts while they are on call. */
export const onCallCheckSchema = v.object({
  id: idSchema,
  teamId: idSchema,
  /** Time of the next check of their devices. */
  dueAt: epochMsSchema,
  /** The running ones. */
  shifts: v.array(v.object({ scheduleId: idSchema, endsAt: epochMsSchema })),
  /** Faults that the person was informed of. */
  faults: v.array(v.string()),
});
export type OnCallCheck = v.InferInput<typeof onCallCheckSchema>;

export interface OnCallFindings {
  /** Devices that worked and can't be counted on any more. One that its person has turned off is none of them. */
  readonly broken: readonly { readonly label: string; readonly state: DeviceState }[];
  /** Whether another device takes pages. */
  readonly reached: boolean;
  /** Keys of the faults, the same as long as a fault lasts. */
  readonly faults: readonly string[];
  /** Time at which the next device counts as silent; null: none will. */
  readonly changesAt: number | null;
}

const brokenStates: readonly DeviceState[] = ['signed-out', 'taken-over', 'lost', 'silent'];

export function onCallFindings(devices: readonly ReachedDevice[], now: number): OnCallFindings {
  const states = devices.map((device) => ({ device, state: deviceState(device, now) }));
  const broken = states.filter(({ state }) => brokenStates.includes(state));
  const reached = states.some(({ state }) => state === 'reachable' || state === 'untested');
  const changes = devices.map(silentFrom).filter((at) => at !== null && at > now);
  return {
    broken: broken.map(({ device: { label }, state }) => ({ label, state })),
    reached,
    faults: [
      ...broken.map(({ device: { id }, state }) => `${id} ${state}`),
      ...(reached || broken.length > 0 ? [] : ['no device']),
    ],
    changesAt: changes.length === 0 ? null : Math.min(...changes.flatMap((at) => at ?? [])),
  };
}
