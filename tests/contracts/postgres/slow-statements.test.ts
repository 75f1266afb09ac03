/** Statements without an answer: a connection that was cut without notice, a statement that takes too long. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase, type SqlDatabase } from '#adapters/postgres/database.ts';
import { openBareDatabase, testConnection, withPostgres } from './provider.ts';
import { waiting } from '#tests/time-limits.ts';

withPostgres();

/** Passes connections on to the test's server; cut ones stay open, and nothing arrives on them. */
class CutNetwork {
  private readonly server: Server = createServer((socket) => this.accept(socket));
  private readonly sockets = new Set<Socket>();
  private cutOff = new Set<Socket>();

  async open(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('The network has no port.');
    return address.port;
  }

  /** Cuts all connections of now, without notice. */
  cut(): void {
    this.cutOff = new Set(this.sockets);
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private accept(near: Socket): void {
    const { host, port } = new pg.Client(testConnection());
    const far = host.startsWith('/') ? connect(path.join(host, `.s.PGSQL.${port}`)) : connect(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (bytes) => {
        if (!this.cutOff.has(from)) to.write(bytes);
      });
      from.on('close', () => to.destroy());
      from.on('error', () => to.destroy());
    }
  }
}

describe('a connection that was cut without notice', () => {
  let network: CutNetwork;
  let database: SqlDatabase;
  beforeEach(async () => {
    network = new CutNetwork();
    const { schema, database: direct } = await openBareDatabase();
    await direct.close();
    const { user, password, database: name } = new pg.Client(testConnection());
    database = await openDatabase({
      connection: {
        ...{ host: '127.0.0.1', port: await network.open() },
        ...{ user, password: password ?? '', database: name ?? '' },
      },
      schema,
      connections: 1,
      answerMs: 500,
      report: () => {},
    });
  });
  afterEach(async () => {
    await database.close(0);
    network.close();
  });

  /** The database's answer over a new connection, however slow this machine is. */
  const answers = () => vi.waitFor(() => database.rows('SELECT 2 AS number'), waiting);

  test('is replaced, and its statement rejects', async () => {
    await answers();
    network.cut();
    await expect(database.rows('SELECT 1')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await answers()).toEqual([{ number: 2 }]);
  });

  test('is replaced, and its transaction rejects without a further statement', async () => {
    await answers();
    const statements: string[] = [];
    await expect(
      database.write(async ({ rows }) => {
        await rows('SELECT 1');
        network.cut();
        statements.push('cut');
        await rows('UPDATE store SET version = version + 1');
        statements.push('updated');
      }),
    ).rejects.toMatchObject({ code: 'unavailable' });
    expect(statements).toEqual(['cut']);
    expect(await answers()).toEqual([{ number: 2 }]);
  });
});

test('a statement that takes too long rejects, and frees its connection', async () => {
  const { database } = await openBareDatabase(undefined, { connections: 1, statementMs: 200 });
  await expect(database.rows('SELECT pg_sleep(300)')).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The database took too long to answer.',
  });
  expect(await database.rows('SELECT 2 AS number')).toEqual([{ number: 2 }]);
  await database.close();
});
