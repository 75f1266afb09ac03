/** Muster's server code as Firebase Functions deploys it: one exported function for each handler. */
import type { HttpsFunction } from 'firebase-functions/https';
import { checkOptions, type OptionNames } from '#ports/options.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import { functionSetOptions } from '#provider-kit/functions/function-set-options.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { wrapCallable } from './callables.ts';
import { wrapSchedule, wrapTask } from './deferred.ts';
import { wrapHttp } from './http.ts';

export interface HandlerOptions {
  readonly region: string;
  /** Callables refuse who can't show a token of App Check. */
  readonly enforceAppCheck?: boolean;
  /** The exported name of the HTTP handler. Default `http`. */
  readonly httpName?: string;
  /** Names of the project's secrets that every function has in its environment. Default none. */
  readonly secrets?: readonly string[];
}

export const handlerOptions = {
  region: true,
  enforceAppCheck: true,
  httpName: true,
  secrets: true,
} as const satisfies OptionNames<HandlerOptions>;

/** Requests that one instance serves at a time. Handlers wait for the database most of the time. */
const concurrency = 40;
/** Longer than the browser waits by default (70 s), so that a late answer is the caller's to give up on. */
const timeoutSeconds = 120;

/**
 * By the names that they are deployed under, which are those that clients call.
 * @throws TypeError when two handlers have one name, and for an option or a kind of handlers that there is not
 */
export function wrapHandlers(
  set: FunctionSet,
  server: () => ServerPorts,
  options: HandlerOptions,
): Readonly<Record<string, HttpsFunction>> {
  checkOptions('wrapHandlers', set, functionSetOptions);
  checkOptions('wrapHandlers', options, handlerOptions);
  const { region, enforceAppCheck = false, httpName = 'http', secrets = [] } = options;
  const deployed = { region, ...(secrets.length > 0 && { secrets: [...secrets] }) };
  const common = { ...deployed, memory: '512MiB', concurrency, timeoutSeconds } as const;
  const wrapped = new Map<string, HttpsFunction>();
  const add = (name: string, made: HttpsFunction) => {
    if (wrapped.has(name))
      throw new TypeError(`Two handlers are called ${name}; the platform has one name space.`);
    wrapped.set(name, made);
  };
  for (const [name, callable] of Object.entries(set.callables))
    add(
      name,
      wrapCallable(name, callable, server, { ...common, enforceAppCheck, cors: true, invoker: 'public' }),
    );
  if (set.http)
    add(httpName, wrapHttp(httpName, set.http, server, { ...common, cors: false, invoker: 'public' }));
  for (const [name, schedule] of Object.entries(set.schedules ?? {}))
    add(name, wrapSchedule(name, schedule, server, deployed));
  for (const [name, handler] of Object.entries(set.tasks ?? {}))
    add(name, wrapTask(handler, server, deployed));
  return Object.fromEntries(wrapped);
}
