/**
 * Answers of the functions that people and machines call, and ends of tasks, where a document that they can't do without is unreadable: a
 * sentence instead of an internal error, and a note for admins.
 */
import { domainError } from '#domain/errors.ts';
import { UnreadableDocument } from '#api/codec.ts';
import type { Callable, HttpHandler, TaskHandler } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { json } from '../ingest/answers.ts';
import { portErrorOf } from './command-failed.ts';
import { noteUnreadable } from './note-unreadable.ts';

const error = domainError('unreadable_record', {});

async function otherwise<T>(server: ServerPorts, run: () => Promise<T>, answer: () => T): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    if (!(thrown instanceof UnreadableDocument)) throw thrown;
    server.background.run(() => noteUnreadable(server, [thrown]));
    return answer();
  }
}

export const callablesAnswering = <T extends Readonly<Record<string, Callable>>>(callables: T): T =>
  Object.fromEntries(
    Object.entries(callables).map(([name, callable]): [string, Callable] => [
      name,
      (input, context) =>
        otherwise(
          context,
          () => callable(input, context),
          () => {
            throw portErrorOf(error);
          },
        ),
    ]),
  ) as T;

/** Machines try a 503 again: the record may be repaired by then. */
export const httpAnswering =
  (handler: HttpHandler): HttpHandler =>
  (request, server) =>
    otherwise(
      server,
      () => handler(request, server),
      () =>
        json(503, { status: 'error', error: error.code, message: error.message }, { 'retry-after': '60' }),
    );

/** A task is not run again for what can't be read: the sweep does its work once that can be read. */
export const tasksAnswering = <T extends Readonly<Record<string, TaskHandler>>>(tasks: T): T =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]): [string, TaskHandler] => [
      name,
      (payload, server) =>
        otherwise(
          server,
          () => task(payload, server),
          () => undefined,
        ),
    ]),
  ) as T;
