/** Proved and lost abilities of devices, and their labels for the owner. */
import type { ReceiptWay } from '../channel/state.ts';
import type { WayFault } from '../channel/way.ts';
import type { Device } from './schema.ts';

type Proof = Pick<Device, 'lastShownAt' | 'pushShownAt'>;
type Lost = Pick<Device, 'registration' | 'takenOverAt' | 'lostAt' | 'signedOutAt'>;

/** Fields of a device that showed a page or a drill just now. */
export const provedBy = (way: ReceiptWay, { pushShownAt }: Pick<Proof, 'pushShownAt'>, now: number) => ({
  lastShownAt: now,
  pushShownAt: way === 'push' ? now : (pushShownAt ?? null),
});

/** Why a device takes no messages; null: it takes them. */
export const deviceFault = (device: Lost & Pick<Device, 'homeScreenOnly'>): WayFault | null =>
  device.registration === null
    ? (lostState(device) ?? (device.homeScreenOnly === true ? 'home-screen' : 'off'))
    : null;

/** Pages no longer reach it though its person did not turn it off; null for any other. */
function lostState({ registration, signedOutAt, takenOverAt, lostAt }: Lost) {
  if (registration !== null) return null;
  if ((signedOutAt ?? null) !== null) return 'signed-out';
  if ((takenOverAt ?? null) !== null) return 'taken-over';
  return (lostAt ?? null) === null ? null : 'lost';
}

/** Whether a user agent is an iPhone or iPad, which shows notifications of apps on its home screen only. */
export const isAppleMobile = (userAgent: string): boolean => /iPhone|iPad|iPod/u.test(userAgent);

/** Sentence to the person of a device whose push registration somebody else has taken over. */
export const takenOverSentence = (of: Pick<Device, 'label'>): string =>
  `Notifications of ${of.label === '' ? 'one of your browsers' : of.label} now go to somebody else who signed in on it. ` +
  'Register again on it if it is yours.';

/** Sentence to the person of a device that pages no longer reach though they did not turn it off; null for any other. */
export function notReachedSentence(device: Lost & Pick<Device, 'label'>): string | null {
  const { label } = device;
  switch (lostState(device)) {
    case 'signed-out':
      return `${label === '' ? 'One of your browsers' : label} was signed out with all others. Sign in on it and enable notifications.`;
    case 'taken-over':
      return takenOverSentence(device);
    case 'lost':
      return (
        `Pages no longer reach ${label === '' ? 'one of your browsers' : label}: its push service ended the registration. ` +
        'Open Muster on it, and enable notifications again if it asks.'
      );
    case null:
      return null;
  }
}
