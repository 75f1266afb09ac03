/** What must hold, whatever happens. A judge says what is wrong with `world.wrong`. */
import type { World } from '../world/world.ts';

export interface Judge {
  /** After every move. */
  step?(): void | Promise<void>;
  /** When the faults are over, everybody is online, and there has been time to get over it all. */
  end?(): void | Promise<void>;
}

export type Judging = (world: World) => Judge;
