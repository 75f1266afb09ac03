/** State of devices, in words for their person. */
import { constants, day } from '../constants.ts';
import type { Device } from './schema.ts';

/** Worst first. */
export const deviceStates = [
  'off',
  'home-screen',
  'signed-out',
  'taken-over',
  'lost',
  'untested',
  'silent',
  'open-page',
  'reachable',
] as const;
export type DeviceState = (typeof deviceStates)[number];

type Proof = Pick<Device, 'lastShownAt' | 'pushShownAt'>;
type Lost = Pick<Device, 'registration' | 'takenOverAt' | 'lostAt' | 'signedOutAt'>;

/** Whether a page sent now would show on a device, and if not, why. */
export function deviceState(device: Lost & Proof & Pick<Device, 'homeScreenOnly'>, now: number): DeviceState {
  if (device.registration !== null) return provedState(device, now);
  return lostState(device) ?? (device.homeScreenOnly === true ? 'home-screen' : 'off');
}

/** What a device that takes pages has proved, and in which way. */
function provedState({ lastShownAt, pushShownAt = null }: Proof, now: number) {
  if (lastShownAt === null) return 'untested';
  if (now >= staleFrom(lastShownAt)) return 'silent';
  return pushShownAt === null || now >= staleFrom(pushShownAt) ? 'open-page' : 'reachable';
}

/** Ways in which a page reaches a device: in an open page of Muster, or as a pushed notification, which needs none. */
export type ReceiptWay = 'page' | 'push';

/** Fields of a device that showed a page or a drill just now. */
export const provedBy = (way: ReceiptWay, { pushShownAt }: Pick<Proof, 'pushShownAt'>, now: number) => ({
  lastShownAt: now,
  pushShownAt: way === 'push' ? now : (pushShownAt ?? null),
});

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

/** Time from which a shown page or drill no longer counts as proof. */
const staleFrom = (lastShownAt: number): number => lastShownAt + constants.drillStaleDays * day + 1;

/**
 * Time from which a device counts as silent if it shows nothing more; null for one that takes no messages or has shown nothing yet.
 */
export const silentFrom = ({
  registration,
  lastShownAt,
}: Pick<Device, 'registration' | 'lastShownAt'>): number | null =>
  registration === null || lastShownAt === null ? null : staleFrom(lastShownAt);

/** Time from which the push of a device is no longer proved if it shows no notification any more; null if it is not proved at all. */
export const unprovedFrom = ({
  registration,
  pushShownAt = null,
}: Pick<Device, 'registration' | 'pushShownAt'>): number | null =>
  registration === null || pushShownAt === null ? null : staleFrom(pushShownAt);
