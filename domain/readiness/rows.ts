/** The readiness of a team: one row a person who may be paged, those who need something first. */
import { isResponder } from '../permissions.ts';
import type { ChannelWay } from '../channel/way.ts';
import type { Member } from '../team/schema.ts';
import type { ReadinessDuty } from './duty.ts';
import { compareReachability, reachability, type Reachability } from './reachability.ts';
import { isReachedAtOnce, type PersonRules, urgencyReach, type UrgencyReach } from './urgency-reach.ts';

export interface PersonWays {
  readonly userId: string;
  readonly ways: readonly ChannelWay[];
  /** The person's notification rules; null: none saved. */
  readonly rules: PersonRules | null;
}

export interface ReadinessRow extends PersonWays {
  readonly name: string;
  readonly duty: ReadinessDuty | null;
  /** Reachability by all of their ways, whatever their rules. */
  readonly reachability: Reachability;
  /** Reach of a page of each urgency that is sent now. */
  readonly reach: Readonly<Record<'high' | 'low', UrgencyReach>>;
}

type ReadinessMember = Pick<Member, 'id' | 'displayName' | 'role'>;

/** Viewers are never paged, so they have no row. */
export function readinessRows(
  members: readonly ReadinessMember[],
  known: readonly PersonWays[],
  duties: ReadonlyMap<string, ReadinessDuty>,
  /** `timezone`: the reader's. */
  reader: { readonly now: number; readonly timezone: string },
): readonly ReadinessRow[] {
  const knownOf = new Map(known.map((one) => [one.userId, one]));
  return members
    .filter(isResponder)
    .map(({ id, displayName }): ReadinessRow => {
      const { ways, rules } = knownOf.get(id) ?? { ways: [], rules: null };
      return {
        userId: id,
        name: displayName,
        ways,
        rules,
        duty: duties.get(id) ?? null,
        reachability: reachability(ways, reader.now),
        reach: {
          high: urgencyReach(rules, ways, 'high', reader),
          low: urgencyReach(rules, ways, 'low', reader),
        },
      };
    })
    .toSorted(worstFirst);
}

/** A page of high urgency reaches the person at once. */
export const canBeCountedOn = ({ reach }: Pick<ReadinessRow, 'reach'>): boolean =>
  isReachedAtOnce(reach.high);

/** Order of the unreliable ones: first who is on call; of the same duty, the worse first. */
function worstFirst(one: ReadinessRow, other: ReadinessRow): number {
  return (
    Number(canBeCountedOn(one)) - Number(canBeCountedOn(other)) ||
    dutyOrder(one) - dutyOrder(other) ||
    compareReachability(one.reachability, other.reachability) ||
    one.name.localeCompare(other.name)
  );
}

const dutyOrder = ({ duty }: ReadinessRow) => (duty === null ? 2 : duty.kind === 'now' ? 0 : 1);
