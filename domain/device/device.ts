/** What a person is told about their devices. */
import { constants, day } from '../constants.ts';
import type { Device } from './schema.ts';

/** To the person of a device whose push registration somebody else has taken over. */
export const takenOverSentence = (of: Pick<Device, 'label'>): string =>
  `Notifications of ${of.label === '' ? 'one of your browsers' : of.label} now go to somebody else who signed in on it. ` +
  'Register again on it if it is yours.';

/** To the person of a device that pages no longer reach though they did not turn it off; null for any other. */
export function notReachedSentence(
  device: Pick<Device, 'label' | 'registration' | 'takenOverAt' | 'lostAt' | 'signedOutAt'>,
) {
  if (device.registration !== null) return null;
  if ((device.signedOutAt ?? null) !== null)
    return `${device.label === '' ? 'One of your browsers' : device.label} was signed out with all others. Sign in on it and enable notifications.`;
  if ((device.takenOverAt ?? null) !== null) return takenOverSentence(device);
  if ((device.lostAt ?? null) === null) return null;
  return (
    `Pages no longer reach ${device.label === '' ? 'one of your browsers' : device.label}: its push service ended the registration. ` +
    'Open Muster on it, and enable notifications again if it asks.'
  );
}

/** It has not shown a page or a drill for so long that nobody can count on it. */
export const isStale = ({ lastShownAt }: Pick<Device, 'lastShownAt'>, now: number): boolean =>
  lastShownAt === null || now - lastShownAt > constants.drillStaleDays * day;
