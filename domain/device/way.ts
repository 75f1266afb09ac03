/** A device as a way to reach its person. */
import type { ChannelWay } from '../channel/way.ts';
import { deviceFault } from './device.ts';
import type { Device } from './schema.ts';

export const deviceKindOf = ({ userAgent }: Pick<Device, 'userAgent'>): 'phone' | 'computer' =>
  /Android|iPhone|iPad|iPod|Mobile/u.test(userAgent) ? 'phone' : 'computer';

type KnownDevice = Pick<Device, 'id' | 'label' | 'userAgent' | 'registration' | 'lastShownAt'>;

export function wayOfDevice(device: KnownDevice & Partial<Device>): ChannelWay {
  const label = device.label === '' ? 'A browser' : device.label;
  const fault = deviceFault(device);
  return {
    to: { channel: 'push', target: device.id },
    kind: deviceKindOf(device),
    label,
    through: device.label === '' ? 'one browser' : label,
    takesMessages: fault === null,
    ...(fault !== null && { fault }),
    lastShownAt: device.lastShownAt,
    closedShownAt: device.pushShownAt ?? null,
    lastDrillAt: device.lastDrillAt ?? null,
  };
}
