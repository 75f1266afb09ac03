/** Stands in for what a stage can't show: whoever asks for it is skipped, with the reason. */
import { OffStage } from './harness.ts';

/** One thing that a stage can't do. */
export const off = (why: string) => (): never => {
  throw new OffStage(why);
};

/** A whole port, or stage, of such things. */
export const offStage = <T extends object>(why: string): T => new Proxy({} as T, { get: () => off(why) });
