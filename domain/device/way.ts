/** A device as a way to reach its person. */
import type { ChannelWay } from '../channel/way.ts';
import type { Device } from './schema.ts';

export const deviceKindOf = ({ userAgent }: Pick<Device, 'userAgent'>): 'phone' | 'computer' =>
  /Android|iPhone|iPad|iPod|Mobile/u.test(userAgent) ? 'phone' : 'computer';

export const wayOfDevice = (
  device: Pick<Device, 'id' | 'label' | 'userAgent' | 'registration' | 'lastShownAt'>,
): ChannelWay => ({
  to: { channel: 'push', target: device.id },
  kind: deviceKindOf(device),
  label: device.label === '' ? 'A browser' : device.label,
  through: device.label === '' ? 'one browser' : device.label,
  takesMessages: device.registration !== null,
  lastShownAt: device.lastShownAt,
});
