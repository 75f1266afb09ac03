/** Scheduled functions and task queues, on second-generation functions. */
import { onSchedule, type ScheduleFunction } from 'firebase-functions/scheduler';
import { onTaskDispatched, type TaskQueueFunction, type TaskQueueOptions } from 'firebase-functions/tasks';
import type { TaskSchedule, TaskHandler } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { Json } from '#ports/shared.ts';
import { withBackground } from '../background.ts';

const minuteMs = 60_000;

/**
 * Runs by the port's promise: a throw changes nothing, the next run comes when due; and one instance with one request at a time, so
 * that runs do not pile up. (The platform's scheduler leaves a run out while the last one has not ended.)
 * @throws TypeError for an interval that it can't keep: it counts in whole minutes
 */
export function wrapSchedule(
  name: string,
  { everyMs, run }: TaskSchedule,
  server: () => ServerPorts,
  options: { readonly region: string; readonly secrets?: string[] },
): ScheduleFunction {
  const minutes = everyMs / minuteMs;
  if (!Number.isInteger(minutes) || minutes < 1)
    throw new TypeError(
      `The schedule ${name} must run every so many whole minutes here; ${everyMs} ms was given.`,
    );
  return onSchedule(
    {
      ...options,
      schedule: `every ${minutes} minutes`,
      retryCount: 0,
      maxInstances: 1,
      concurrency: 1,
      timeoutSeconds: Math.min(540, Math.max(60, minutes * 60)),
    },
    async () => withBackground(server(), run),
  );
}

/** As the port promises: back-off from a second, doubled up to an hour, at most 100 times. */
const taskRetries = {
  maxAttempts: 100,
  minBackoffSeconds: 1,
  maxBackoffSeconds: 3600,
  // From 1 s it takes 12 of them to pass an hour.
  maxDoublings: 12,
} as const satisfies TaskQueueOptions['retryConfig'];

export function wrapTask(
  handler: TaskHandler,
  server: () => ServerPorts,
  options: { readonly region: string; readonly secrets?: string[] },
): TaskQueueFunction<{ readonly payload: Json }> {
  return onTaskDispatched<{ readonly payload: Json }>(
    { ...options, retryConfig: taskRetries, rateLimits: { maxConcurrentDispatches: 20 } },
    async ({ data }) => withBackground(server(), (own) => handler(data.payload, own)),
  );
}
