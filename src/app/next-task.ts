import { unstable_NormalPriority as normal, unstable_scheduleCallback as schedule } from 'scheduler';

/** Resolves in a later task, so that what follows does not lengthen this one: React's own queue, which ends a task after 5 ms. */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => void schedule(normal, () => resolve()));
