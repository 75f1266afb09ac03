/** Something that can be tried in the simulation. */
import type { Incident } from '#domain/incident/schema.ts';
import { type Dice, chanceOf, pick } from '../world/plan.ts';
import type { SimulatedBrowser } from '../world/browser.ts';
import type { World } from '../world/world.ts';

export interface MoveKind {
  /** Frequency in relation to all other moves. */
  readonly weight: number;
  /** Person of the move, where the plan does not choose it. */
  who?(world: World, dice: Dice): string | undefined;
  /** Makes the move; returns it as a sentence without its subject, or `null` when it was impossible. */
  act(world: World, browser: SimulatedBrowser, dice: Dice): string | null | Promise<string | null>;
}

export type Moves = Readonly<Record<string, MoveKind>>;

/** An incident: mostly one that they can see, and of those mostly one that is not over. */
export function anIncident(world: World, browser: SimulatedBrowser, [die]: Dice): Incident | undefined {
  const { incidents } = world;
  const seen = incidents.filter(({ id }) => world.may(browser.uid, 'read', id));
  const open = seen.filter(({ status }) => !['closed', 'declined', 'merged'].includes(status));
  if (chanceOf(80, die)) return pick(open, die) ?? pick(seen, die);
  return pick(chanceOf(50, die >> 3) ? incidents : seen, die);
}

export const roomOf = ({ number }: Pick<Incident, 'number'>) => `#${number}`;
