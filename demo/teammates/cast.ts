/** Teammates who visit an incident's room and who write there: drawn once for all, so that a room never gets crowded. */
import { demoPeople } from '../team/people.ts';
import { lines } from './lines.ts';
import type { MemberRandom } from './options.ts';
import { isResponder } from '#domain/permissions.ts';

export interface CastRole {
  /** Delay between the incident's notice and the arrival. */
  readonly arrivesInMs: number;
  /** Delay between arrival and remark. */
  readonly speaksInMs: number;
  readonly line: string | null;
}

const second = 1000;
const mostVisitors = 4;
const mostSpeakers = 3;
const arrival = { fromMs: 20 * second, toMs: 150 * second };
const remark = { fromMs: 30 * second, toMs: 240 * second };

/** Null: the teammate does not visit this incident. Equal seeds give equal casts. */
export function partOf(userId: string, incidentId: string, random: MemberRandom): CastRole | null {
  const chance = random.fork(`incident/${incidentId}`);
  const drawn = demoPeople
    .filter(isResponder)
    .map(({ id }) => ({
      id,
      rank: chance.next(),
      line: chance.next(),
      arrival: chance.next(),
      remark: chance.next(),
    }))
    .toSorted((a, b) => a.rank - b.rank);
  const visitors = 2 + Math.floor(chance.next() * (mostVisitors - 1));
  const speakers = 1 + Math.floor(chance.next() * mostSpeakers);
  const place = drawn.findIndex(({ id }) => id === userId);
  const own = drawn[place];
  if (!own || place >= visitors) return null;
  const choice = lines[userId] ?? [];
  return {
    arrivesInMs: between(arrival, own.arrival),
    speaksInMs: between(remark, own.remark),
    line: place < speakers ? (choice[Math.floor(own.line * choice.length)] ?? null) : null,
  };
}

function between({ fromMs, toMs }: typeof arrival, share: number): number {
  return Math.round(fromMs + share * (toMs - fromMs));
}
