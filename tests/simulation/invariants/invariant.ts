/** Invariants of the simulation. A violation is reported with `world.wrong`. */
import type { World } from '../world/world.ts';

export interface InvariantCheck {
  /** After every move. */
  step?(): void | Promise<void>;
  /** At the end: no faults, all browsers online, retries finished. */
  end?(): void | Promise<void>;
}

export type Invariant = (world: World) => InvariantCheck;
