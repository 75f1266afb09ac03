import { unstable_NormalPriority as normal, unstable_scheduleCallback as schedule } from 'scheduler';

/** Work in a later task, by React's scheduler, which ends a task after 5 ms. */
export const runLater = (work: () => void): void => void schedule(normal, () => work());

/** Resolves in a later task, so that what follows does not lengthen this one. */
export const nextTask = (): Promise<void> => new Promise(runLater);
