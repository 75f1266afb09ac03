/** The readiness of a team: one row a person who may be paged, those who need something first. */
import { isResponder } from '../permissions.ts';
import type { Member } from '../team/schema.ts';
import type { ReadinessDuty } from './duty.ts';
import {
  compareReachability,
  isProved,
  reachability,
  type Reachability,
  type ReachedDevice,
} from './reachability.ts';

export interface PersonDevices {
  readonly userId: string;
  readonly devices: readonly ReachedDevice[];
}

export interface ReadinessRow extends PersonDevices {
  readonly name: string;
  readonly duty: ReadinessDuty | null;
  readonly reachability: Reachability;
}

type ReadinessMember = Pick<Member, 'id' | 'displayName' | 'role'>;

/** Viewers are never paged, so they have no row. */
export function readinessRows(
  members: readonly ReadinessMember[],
  known: readonly PersonDevices[],
  duties: ReadonlyMap<string, ReadinessDuty>,
  now: number,
): readonly ReadinessRow[] {
  const devicesOf = new Map(known.map(({ userId, devices }) => [userId, devices]));
  return members
    .filter(isResponder)
    .map(({ id, displayName }): ReadinessRow => {
      const devices = devicesOf.get(id) ?? [];
      return {
        userId: id,
        name: displayName,
        devices,
        duty: duties.get(id) ?? null,
        reachability: reachability(devices, now),
      };
    })
    .toSorted(worstFirst);
}

/** Of those who can't be counted on, first who is on call; of the same duty, the worse first. */
function worstFirst(one: ReadinessRow, other: ReadinessRow): number {
  return (
    Number(isProved(one.reachability)) - Number(isProved(other.reachability)) ||
    dutyOrder(one) - dutyOrder(other) ||
    compareReachability(one.reachability, other.reachability) ||
    one.name.localeCompare(other.name)
  );
}

const dutyOrder = ({ duty }: ReadinessRow) => (duty === null ? 2 : duty.kind === 'now' ? 0 : 1);
