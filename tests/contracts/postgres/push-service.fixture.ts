/** Push service on this machine, and a host that sends to it. */
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { certify, makeAuthority } from '#adapters/embedded-node/certificate.ts';
import { PushReceiver } from '#adapters/embedded-node/push-receiver.fixture.ts';
import { openPostgresPush, type PostgresPush } from '#adapters/postgres/push/postgres-push.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { BusyDatabases } from './busy-database.ts';
import { openBareDatabase } from './provider.ts';

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A push service, with a browser that has subscribed to it. */
export async function openPushService() {
  const authority = await makeAuthority();
  const { key, cert } = await certify(authority, ['localhost']);
  const receiver = new PushReceiver();
  const received: Received[] = [];
  const answers: [status: number, headers?: Record<string, string>][] = [];
  const server = createServer({ key, cert }, async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const { headers, url: path = '' } = request;
    received.push({ path, headers, text: receiver.decrypt(Buffer.concat(parts)) });
    const [status, more = {}] = answers.shift() ?? [201];
    response.writeHead(status, more).end('x'.repeat(20_000));
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  const addressOf = (name: string) => ({ endpoint: `https://${host}/${name}`, keys: receiver.keys });
  const messages = () => received.map(({ text }) => JSON.parse(text) as PushMessage);
  return { host, addressOf, received, messages, answers, authority: authority.cert };
}

/** Two processes over one database. */
export async function opened() {
  const service = await openPushService();
  const busy = new BusyDatabases();
  const clock = busy.clock();
  const reports: (string | undefined)[] = [];
  const first = await openBareDatabase();
  const openProcess = async (seed: string, schema?: string): Promise<PostgresPush> => {
    const { database } = schema === undefined ? first : await openBareDatabase(schema);
    const push = await openPostgresPush({
      ...{ database: busy.over(database), clock, random: seededRandom(seed) },
      contact: 'mailto:test@example.com',
      services: [service.host],
      authorities: [service.authority],
      report: (_error, from) => reports.push(from),
    });
    await push.start();
    onTestFinished(async () => {
      push.close();
      await busy.rest();
      await database.close();
    });
    return push;
  };
  const push = await openProcess('one');
  const other = await openProcess('two', first.schema);
  const register = (name: string, owner: string | null = 'ada') =>
    push.registrations.register(null, service.addressOf(name), owner);
  return { ...service, push, other, clock, busy, reports, register, database: first.database };
}

export const page = {
  notification: { title: 'Checkout is down', body: '', tag: 'page-1' },
  data: { kind: 'page' },
  urgency: 'high',
  timeToLiveSeconds: 300,
} as const;
