/** Effects of a committed transaction: pushes, tasks, copies. Nothing may depend on them that the sweep does not find again. */
import { isPortError } from '#ports/errors.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { forEachBounded } from './bounded.ts';

export type CommitEffect = (server: ServerPorts) => Promise<void>;

/** Effects that run at the same time: enough for the devices of a large step, and few for one process that serves everybody. */
export const effectsAtOnce = 8;

/** Never throws: one that fails skips no other. A refusal of the backend is expected; a mistake in the code is reported. */
export const runEffects = (server: ServerPorts, effects: readonly CommitEffect[]): Promise<void> =>
  forEachBounded(effects, effectsAtOnce, async (effect) => {
    try {
      await effect(server);
    } catch (error) {
      if (!isPortError(error)) server.background.report(error);
    }
  });
