import * as v from 'valibot';
import type { TaskHandler } from '#ports/server/handlers.ts';
import type { Json } from '#ports/shared.ts';

/** Handler of a task with its payload checked. */
export function checkedTask<S extends v.GenericSchema>(
  schema: S,
  run: (server: Parameters<TaskHandler>[1], payload: v.InferOutput<S>) => Promise<void>,
): TaskHandler {
  return (payload: Json, server) => run(server, v.parse(schema, payload));
}
