/** Invariants of the simulation. A violation is reported with `world.wrong`. */
import type { World } from '../world/world.ts';

export interface InvariantCheck {
  /** Check after every move. */
  step?(): void | Promise<void>;
  /** Check at the end: no faults, all browsers online, retries finished. */
  end?(): void | Promise<void>;
}

export type Invariant = (world: World) => InvariantCheck;
