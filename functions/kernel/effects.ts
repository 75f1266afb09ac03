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

/** Effects of one sweep that go on in the background at the same time, at most. */
const mostInBackground = 50;
const inBackground = new WeakMap<ServerPorts, { count: number }>();

/**
 * The same ports, whose transactions don't wait for their effects: of work for many people, for whom a push service that does not answer
 * must not hold up the others. Beyond 50 at the same time, they wait.
 */
export function withoutWaits(server: ServerPorts): ServerPorts {
  const own = { ...server };
  inBackground.set(own, { count: 0 });
  return own;
}

/** Runs the effects of a transaction. Resolves once they have ended; at once for ports of `withoutWaits`. */
export async function runOwnEffects(server: ServerPorts, effects: readonly CommitEffect[]): Promise<void> {
  const shared = inBackground.get(server);
  if (!shared || shared.count >= mostInBackground) return runEffects(server, effects);
  shared.count++;
  server.background.run(() => runEffects(server, effects).finally(() => void shared.count--));
}
