/** Stand-in for a function that a stage lacks: a scenario that uses it is skipped, with the reason. */
import { OffStage } from './harness.ts';

/** Function that a stage lacks. */
export const off = (why: string) => (): never => {
  throw new OffStage(why);
};

/** A whole port, or stage, of such things. */
export const offStage = <T extends object>(why: string): T => new Proxy({} as T, { get: () => off(why) });
