/** Deferred work by way of Cloud Tasks: one queue for each handler. */
import type { App } from 'firebase-admin/app';
import { isPortError, PortError } from '#ports/errors.ts';
import { toJson } from '#provider-kit/json.ts';
import type { ServerClock, ServerTasks } from '#ports/server/server.ts';
import { asPort } from './errors.ts';

const furthestMs = 30 * 24 * 3_600_000;
const idShape = /^[A-Za-z0-9_-]{1,500}$/;

export interface TaskQueues {
  readonly region?: string;
  /** Names of the handlers. */
  readonly tasks?: readonly string[];
}

export function createServerTasks(
  app: App,
  clock: ServerClock,
  { region = 'us-central1', tasks = [] }: TaskQueues,
): ServerTasks {
  return {
    enqueue(name, payload, { at, id } = {}) {
      if (id !== undefined && !idShape.test(id))
        throw new TypeError(`"${id}" is no task id: 1 to 500 letters, digits, - and _.`);
      if (at !== undefined && !Number.isFinite(at)) throw new TypeError('`at` must be epoch milliseconds.');
      const copy = toJson(payload, 'payload');
      return asPort(async () => {
        const now = clock.now();
        if (!tasks.includes(name))
          throw new PortError('not-found', `There is no handler for tasks named ${name}.`);
        if (at !== undefined && at > now + furthestMs)
          throw new PortError('out-of-range', 'A task can be at most 30 days ahead.');
        const { getFunctions } = await import('firebase-admin/functions');
        const queue = getFunctions(app).taskQueue(`locations/${region}/functions/${name}`);
        // The SDK takes objects only as a task's data.
        await unlessThere(() =>
          queue.enqueue(
            { payload: copy },
            {
              ...(at !== undefined && at > now ? { scheduleTime: new Date(at) } : {}),
              ...(id === undefined ? {} : { id }),
            },
          ),
        );
      });
    },
  };
}

/** Ignores the error for a task whose id is queued already, or was used within the last hour. */
async function unlessThere(enqueue: () => Promise<void>): Promise<void> {
  try {
    await asPort(enqueue);
  } catch (error) {
    if (!isPortError(error, 'already-exists')) throw error;
  }
}
