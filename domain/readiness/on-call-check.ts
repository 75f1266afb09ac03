/** Devices of a person on call: those that pages don't reach, and the time at which the proof of the next one ends. */
import * as v from 'valibot';
import { epochMsSchema, idSchema } from '../base.ts';
import type { ChannelWay } from '../channel/way.ts';
import { type DeviceState, deviceState, silentFrom, unprovedFrom } from '../device/device.ts';
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
  /** Whether something else takes pages. */
  readonly reached: boolean;
  /** Keys of the faults, the same as long as a fault lasts: a push that is proved no more is one fault, whatever an open page shows. */
  readonly faults: readonly string[];
  /** Time at which the next device counts as silent, or its push as not proved; null: none will. */
  readonly changesAt: number | null;
}

const brokenStates: readonly DeviceState[] = ['signed-out', 'taken-over', 'lost', 'silent'];
const workingStates: readonly DeviceState[] = ['untested', 'open-page', 'reachable'];

/** A device whose push was never proved has not stopped working; one whose proof has ended can't be counted on any more. */
const isBroken = (device: ReachedDevice, state: DeviceState): boolean =>
  brokenStates.includes(state) || (state === 'open-page' && unprovedFrom(device) !== null);

/** `others`: ways that are no devices. */
export function onCallFindings(
  devices: readonly ReachedDevice[],
  now: number,
  others: readonly ChannelWay[] = [],
): OnCallFindings {
  const states = devices.map((device) => ({ device, state: deviceState(device, now) }));
  const broken = states.filter(({ device, state }) => isBroken(device, state));
  const reached =
    states.some((one) => workingStates.includes(one.state) && !broken.includes(one)) ||
    others.some(({ takesMessages }) => takesMessages);
  const changes = devices
    .flatMap((device) => [silentFrom(device), unprovedFrom(device)])
    .filter((at) => at !== null && at > now);
  return {
    broken: broken.map(({ device: { label }, state }) => ({ label, state })),
    reached,
    faults: [
      ...broken.map(({ device: { id }, state }) => `${id} ${state === 'open-page' ? 'silent' : state}`),
      ...(reached || broken.length > 0 ? [] : ['no device']),
    ],
    changesAt: changes.length === 0 ? null : Math.min(...changes.flatMap((at) => at ?? [])),
  };
}
