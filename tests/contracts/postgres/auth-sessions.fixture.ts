/** Servers of sign-in over one database. */
import { onTestFinished } from 'vitest';
import type { SqlDatabase } from '#adapters/postgres/database.ts';
import type { CallContext } from '#ports/server/handlers.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { type AuthServer, openAuthServer } from './auth-stage.ts';
import { openBareDatabase } from './provider.ts';

const functions = {
  callables: {
    caller: async (_: unknown, { caller }: CallContext) => caller?.claims ?? null,
  },
};

export async function oneServer(options: Partial<Parameters<typeof openAuthServer>[2]> = {}) {
  const clock = new ManualClock();
  const { database, schema } = await openBareDatabase();
  const server = await openAuthServer(database, clock, { functions, ...options });
  onTestEnd(server, database);
  return { clock, database, schema, server };
}

export async function twoServers() {
  const first = await oneServer();
  const { database } = await openBareDatabase(first.schema);
  const other = await openAuthServer(database, first.clock, { functions });
  onTestEnd(other, database);
  return { ...first, other };
}

function onTestEnd(server: AuthServer, database: SqlDatabase): void {
  onTestFinished(async () => {
    await server.close();
    await database.close();
  });
}

/** Calls of a server as one connection makes them. */
export const callOf =
  ({ auth }: AuthServer, network: string | null) =>
  async (name: string, input: unknown): Promise<unknown> => {
    const call = auth.service.calls?.[`auth.${name}`];
    if (!call) throw new Error(`There is no call ${name}.`);
    const peer = {
      id: 'peer',
      network,
      session: () => null,
      caller: () => null,
      endSession() {},
      changeCaller() {},
      onIdentity: () => () => {},
      onClose() {},
    };
    const signal = { aborted: false, addEventListener() {}, removeEventListener() {} };
    return call(input, peer, { signal, part() {} });
  };
