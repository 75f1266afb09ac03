/** State of a way to reach a person: what it has proved, and when its proof ends. */
import { constants, day } from '../constants.ts';
import { type ChannelWay, wayFaults } from './way.ts';

/** Worst first. */
export const wayStates = [...wayFaults, 'untested', 'silent', 'open-page', 'reachable'] as const;
export type WayState = (typeof wayStates)[number];

/** Form in which a message was shown: in an open page of Muster, or as a notification, which needs no open page. */
export type ReceiptWay = 'page' | 'push';

type Proof = Pick<ChannelWay, 'takesMessages' | 'fault' | 'lastShownAt' | 'closedShownAt'>;

/** Time from which a shown page or drill no longer counts as proof. */
const staleFrom = (shownAt: number): number => shownAt + constants.drillStaleDays * day + 1;

const closedProof = ({ lastShownAt, closedShownAt = lastShownAt }: Proof): number | null => closedShownAt;

/** Whether a page sent now would show, and if not, why. */
export function wayState(way: Proof, now: number): WayState {
  const { takesMessages, fault = 'off', lastShownAt } = way;
  if (!takesMessages) return fault;
  if (lastShownAt === null) return 'untested';
  if (now >= staleFrom(lastShownAt)) return 'silent';
  const closed = closedProof(way);
  return closed === null || now >= staleFrom(closed) ? 'open-page' : 'reachable';
}

/** Whether a way was proved and can't be counted on any more. A way that its person turned off, or that was never proved, has not stopped working. */
export function hasStoppedWorking(way: Proof, now: number): boolean {
  const state = wayState(way, now);
  if (state === 'open-page') return closedProof(way) !== null;
  return ['signed-out', 'taken-over', 'lost', 'disabled', 'silent'].includes(state);
}

/** Times at which its state changes if it shows nothing more. */
export const proofEnds = (way: Proof): readonly number[] =>
  way.takesMessages
    ? [way.lastShownAt, closedProof(way)].flatMap((at) => (at === null ? [] : [staleFrom(at)]))
    : [];
