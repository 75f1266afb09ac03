/** Reachability of a person now, with the reason and the remedy: of each device, and of all together. */
import type { ChannelWay } from '../channel/way.ts';
import { constants, day } from '../constants.ts';
import { type DeviceState, deviceState, deviceStates } from '../device/device.ts';
import type { Device } from '../device/schema.ts';

/** Worst first. */
export const reachStates = ['no-device', ...deviceStates] as const;
export type ReachState = (typeof reachStates)[number];

/** States for a page of one urgency. `later`: a reliable device is notified after a while. */
export const urgencyReachStates = [...reachStates, 'later'] as const;
export type UrgencyReachState = (typeof urgencyReachStates)[number];

export interface Reachability {
  readonly state: ReachState;
  /** Short form, for a cell of a table. */
  readonly word: string;
  /** Sentences that fit whoever reads them. */
  readonly reason: string;
  /** Advice to the person; null: none. */
  readonly remedy: string | null;
}

/** Device as `withoutToken` returns it. */
export type ReachedDevice = Pick<
  Device,
  | 'id'
  | 'label'
  | 'userAgent'
  | 'registration'
  | 'lastShownAt'
  | 'lastDrillAt'
  | 'pushShownAt'
  | 'takenOverAt'
  | 'lostAt'
  | 'signedOutAt'
  | 'homeScreenOnly'
>;

const silentDays = constants.drillStaleDays;

const about: Readonly<Record<ReachState, Omit<Reachability, 'state'>>> = {
  'no-device': {
    word: 'No device',
    reason: 'Notifications are enabled on no device.',
    remedy: 'Open Muster on a phone that is at hand at night, and enable notifications there.',
  },
  off: {
    word: 'Turned off',
    reason: 'Notifications are turned off on it.',
    remedy: 'Open Muster on it, and enable notifications.',
  },
  'home-screen': {
    word: 'Not on home screen',
    reason:
      'An iPhone or iPad shows notifications of apps on its home screen only, and Muster is not there yet.',
    remedy:
      'On it, press “Share” in the browser, then “Add to Home Screen”. Open Muster from there, and enable notifications.',
  },
  'signed-out': {
    word: 'Signed out',
    reason: 'It was signed out with all others.',
    remedy: 'Sign in on it, and enable notifications.',
  },
  'taken-over': {
    word: 'Taken over',
    reason: 'Its notifications go to somebody else who signed in on it.',
    remedy: 'Sign in on it again if it is yours, and enable notifications.',
  },
  lost: {
    word: 'Registration ended',
    reason: 'Its push service ended the registration.',
    remedy: 'Open Muster on it, and enable notifications again if it asks.',
  },
  untested: {
    word: 'Not tested',
    reason: 'It has not shown a page or a drill yet.',
    remedy: 'Send a drill.',
  },
  silent: {
    word: `Silent ${silentDays} days`,
    reason: `It has shown neither a page nor a drill for ${silentDays} days.`,
    remedy: 'Open Muster on it, and send a drill.',
  },
  'open-page': {
    word: 'Reachable with the page open',
    reason: `It showed a page or a drill within the last ${silentDays} days, but none that is known to have come with Muster closed.`,
    remedy: 'Send a drill to it, and close Muster on it before the drill comes.',
  },
  reachable: {
    word: 'Push proved',
    reason: `A notification showed a page or a drill on it within the last ${silentDays} days.`,
    remedy: null,
  },
};

export const reachabilityOf = (state: ReachState): Reachability => ({ state, ...about[state] });

/** The same where nothing is pushed to a closed page: what an open page shows is all that can be proved. */
export const whereNothingIsPushed = <R extends Reachability>(reach: R): R =>
  reach.state === 'open-page'
    ? {
        ...reach,
        reason: `It showed a page or a drill within the last ${silentDays} days, with Muster open.`,
        remedy: 'This Muster shows pages only while it is open: keep it open on a device at hand.',
      }
    : reach;

/** Reachability by one device. */
export const deviceReachability = (
  device: ReachedDevice,
  now: number,
): Reachability & { readonly state: DeviceState } => {
  const state = deviceState(device, now);
  return { ...about[state], state };
};

/** State of a way that is no device: it proves itself by answered drills. */
export function wayState({ takesMessages, lastShownAt }: ChannelWay, now: number): DeviceState {
  if (!takesMessages) return 'off';
  if (lastShownAt === null) return 'untested';
  return now - lastShownAt > constants.drillStaleDays * day ? 'silent' : 'reachable';
}

/** Word of the state of a way that is no device, whose messages are no push. */
export const wayWord = (state: DeviceState): string =>
  state === 'reachable' ? 'Proved' : reachabilityOf(state).word;

/** Reachability of a person: the best of their devices and other ways. */
export function reachability(
  devices: readonly ReachedDevice[],
  now: number,
  others: readonly ChannelWay[] = [],
): Reachability {
  const states: readonly ReachState[] = [
    ...devices.map((device) => deviceState(device, now)),
    ...others.map((way) => wayState(way, now)),
  ];
  return reachabilityOf(reachStates.findLast((state) => states.includes(state)) ?? 'no-device');
}

/** Whether somebody can count on it, with Muster closed too. */
export const isProved = ({ state }: Pick<Reachability, 'state'>): boolean => state === 'reachable';

/** Negative: the first is worse. */
export const compareReachability = (one: Pick<Reachability, 'state'>, other: Pick<Reachability, 'state'>) =>
  reachStates.indexOf(one.state) - reachStates.indexOf(other.state);

/** Placeholder of a push registration where its reader may not see it. */
const hiddenRegistration = 'hidden';

/** A device as others may see it: whether it is registered, and not where messages for it are sent to. */
export const withoutToken = <D extends Pick<Device, 'registration'>>(device: D): D => ({
  ...device,
  registration: device.registration === null ? null : hiddenRegistration,
});
