/**
 * `npm run storm:host`: alerts of four services through the HTTP routes of `npm run host`, 50 at a time, each a group of its own; the host
 * is killed when a third is accepted. Rejected alerts are sent again, as senders do. Prints the numbers sent, recorded and paged; exit code
 * 1 if anything is missing, or more than ten pages were made. `--alerts=2000`: their number (default 10,000).
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { alertSchema } from '#domain/alert/schema.ts';
import { pageSchema } from '#domain/page/schema.ts';
import { fromDocument } from '#api/codec.ts';
import { collectionPaths } from '#api/paths.ts';
import { credentialOf } from '#demo/accounts.ts';
import { demoTeamId } from '#demo/team/people.ts';
import { openDatabase } from '#adapters/postgres/database.ts';
import { openPostgresDocs } from '#adapters/postgres/docs/postgres-docs.ts';
import { startOwnServer } from '#adapters/postgres/own-server.ts';
import { query } from '#ports/docs/query.ts';
import { keptServer, openProgram } from '../../app/desk/process.ts';
import { freePort } from '../../free-port.ts';
import { stormOutcome } from '../../app/functions/storm.ts';
import { hostMember } from '../../app/host/host-member.ts';
import { seedFolder } from '../../app/host/seed-host.ts';

const { values } = parseArgs({ options: { alerts: { type: 'string', default: '10000' } } });
const count = Number(values.alerts);
if (!Number.isInteger(count) || count < 10) throw new Error('--alerts takes a whole number of 10 or more.');
const [atOnce, againMs] = [50, 1000];

const began = performance.now();
const told = (text: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${text}`);

const folder = await mkdtemp(path.join(tmpdir(), 'muster-host-storm-'));
// Started by root, PostgreSQL runs as the user `postgres`, which needs to enter the folder.
await chmod(folder, 0o711);
const data = path.join(folder, 'data');
const keys = await seedFolder(data);
const program = await openProgram(await keptServer('host'), undefined, {}, 'host');
const port = String(await freePort());
const start = () => program.run('--data', data, '--port', port);
let host = start();
const url = await host.ready();

const alertmanager = (key: string) => (group: string) => {
  const labels = { alertname: group, severity: 'critical' };
  const alerts = [{ status: 'firing', labels, startsAt: new Date().toISOString() }];
  return {
    at: `/in/alertmanager/${key}`,
    body: { version: '4', groupKey: group, status: 'firing', alerts },
  };
};
const events = (key: string) => (group: string) => ({
  at: '/v2/enqueue',
  body: {
    ...{ routing_key: key, event_action: 'trigger', dedup_key: group },
    payload: { summary: group, source: 'db', severity: 'critical' },
  },
});
const senders = [
  alertmanager(keys.checkout),
  alertmanager(keys.search),
  events(keys.payments),
  events(keys.identity),
];

const answers = new Map<number, number>();
const progress = { accepted: 0 };

async function send(number: number): Promise<void> {
  const message = senders[number % senders.length]?.(`disk of host ${number}`);
  if (!message) return;
  for (;;) {
    const status = await fetch(new URL(message.at, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message.body),
    }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    answers.set(status, (answers.get(status) ?? 0) + 1);
    if (status === 200 || status === 202) break;
    await wait(againMs);
  }
  progress.accepted++;
}

told(`${count} alerts of four services`);
const numbers = Array.from({ length: count }, (_, number) => number).values();
const sending = Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (const number of numbers) await send(number);
  }),
);
while (progress.accepted < count / 3) await wait(50);
host.child.kill('SIGKILL');
await host.ended;
told(`${progress.accepted} are accepted, and the host is killed`);
host = start();
await host.ready();
told('the host is back');
await sending;
told(`all are accepted; answers: ${JSON.stringify(Object.fromEntries(answers))} (0: none)`);
const mei = hostMember(url);
await mei.auth.signIn(credentialOf({ id: 'mei' }));
told('somebody can sign in');
await mei.dispose();
// The count of a page's alerts lags.
await wait(10_000);
host.child.kill('SIGTERM');
await host.ended;

const server = await startOwnServer(data, { report: (error) => console.error(error) });
const database = await openDatabase({
  connection: server.connection,
  report: (error) => console.error(error),
});
const docs = await openPostgresDocs({ database, now: Date.now });
const alerts = await docs.find(query(collectionPaths.alerts(demoTeamId)), 'server');
const pages = await docs.find(query(collectionPaths.pages(demoTeamId)), 'server');
const storm = stormOutcome(
  alerts.flatMap((doc) => fromDocument(alertSchema, doc) ?? []),
  pages.flatMap((doc) => fromDocument(pageSchema, doc) ?? []),
);
console.table({
  'alerts sent': count,
  'alerts recorded': storm.alerts,
  'of these different': storm.different,
  'without a page': storm.unpaged,
  pages: storm.pages.length,
  'pages that asked twice': storm.askedTwice,
});
const isRight = storm.different === count && storm.unpaged === 0 && storm.pages.length <= 10;
console.log(isRight ? 'Nothing is missing.' : 'Something is wrong.');
process.exitCode = isRight ? 0 : 1;
await database.close();
await server.stop();
await program.close();
await rm(folder, { recursive: true });
