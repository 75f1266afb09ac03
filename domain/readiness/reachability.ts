/** Reachability of a person now, with the reason and the remedy: by each way, and by all together. */
import type { ChannelId } from '../channel/schema.ts';
import { wayState, wayStates } from '../channel/state.ts';
import type { ChannelWay } from '../channel/way.ts';
import { constants } from '../constants.ts';

/** Worst first. */
export const reachStates = ['no-device', ...wayStates] as const;
export type ReachState = (typeof reachStates)[number];

/** States for a page of one urgency. `later`: a reliable way is notified after a while. */
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
  disabled: {
    word: 'Disabled',
    reason: 'Messages to it failed, so nothing more is sent to it.',
    remedy: 'Look at it under “Me”, and mend it.',
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

type StateWords = Partial<Omit<Reachability, 'state'>>;

const remedy = 'Send a drill, and acknowledge it there.';

/** Words of ways that show nothing themselves, where they differ: an acknowledged drill is their proof. */
const aboutOthers: Readonly<Partial<Record<ReachState, StateWords>>> = {
  untested: { reason: 'No page or drill of it was acknowledged yet.', remedy },
  silent: { reason: `No page or drill of it was acknowledged for ${silentDays} days.`, remedy },
  reachable: {
    word: 'Proved',
    reason: `A page or drill of it was acknowledged within the last ${silentDays} days.`,
  },
};

export const reachabilityOf = <S extends ReachState>(state: S, channel: ChannelId = 'push') => ({
  ...about[state],
  ...(channel === 'push' ? null : aboutOthers[state]),
  state,
});

/** Reachability by one way. */
export const wayReachability = (way: ChannelWay, now: number) =>
  reachabilityOf(wayState(way, now), way.to.channel);

/** The same where nothing is pushed to a closed page: what an open page shows is all that can be proved. */
export const whereNothingIsPushed = <R extends Reachability>(reach: R): R =>
  reach.state === 'open-page'
    ? {
        ...reach,
        reason: `It showed a page or a drill within the last ${silentDays} days, with Muster open.`,
        remedy: 'This Muster shows pages only while it is open: keep it open on a device at hand.',
      }
    : reach;

/** Reachability of a person: the best of their ways. */
export function reachability(ways: readonly ChannelWay[], now: number): Reachability {
  const found = ways.map((way) => wayReachability(way, now));
  return found.toSorted(compareReachability).at(-1) ?? reachabilityOf('no-device');
}

/** Whether somebody can count on it, with Muster closed too. */
export const isProved = ({ state }: Pick<Reachability, 'state'>): boolean => state === 'reachable';

/** Negative: the first is worse. */
export const compareReachability = (one: Pick<Reachability, 'state'>, other: Pick<Reachability, 'state'>) =>
  reachStates.indexOf(one.state) - reachStates.indexOf(other.state);
