/**
 * `npm run bench:ingest`: messages of monitoring, all different, from 1, 10 and 50 senders at once: how many a second, and how often a
 * transaction was run again. Then 10,000 from five services within one minute: pages, pushes, time. Then the sweep with 1,000 pages
 * due. `--label=NAME` names the run. To compare with another commit, run it in a checkout of that with this folder copied into it.
 */
import { toDocument } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { startPage } from '#domain/page/engine.ts';
import { sweep } from '#functions/sweep.ts';
import { query } from '#ports/docs/query.ts';
import { IngestStage, serviceIds, teamId } from './stage.ts';

const label = process.argv.find((arg) => arg.startsWith('--label='))?.slice('--label='.length) ?? 'here';
const told = (what: string, figures: Readonly<Record<string, number>>) =>
  console.log(
    `${label.padEnd(8)} ${what.padEnd(28)} ${Object.entries(figures)
      .map(([name, value]) => `${name} ${Number(value.toPrecision(3)).toLocaleString('en')}`)
      .join(', ')}`,
  );

/** Sends all messages from `senders` senders of which each waits for its answer; returns the number accepted, and milliseconds. */
async function sendAll(stage: IngestStage, messages: number, senders: number) {
  let next = 0;
  let taken = 0;
  const began = performance.now();
  const sender = async () => {
    for (let at = next++; at < messages; at = next++) {
      const service = at % serviceIds.length;
      const key = Math.floor(at / serviceIds.length) % 20;
      if ((await stage.send(service, key, `disk ${at}`)) < 300) taken++;
    }
  };
  await Promise.all(Array.from({ length: senders }, sender));
  return { taken, ms: performance.now() - began };
}

const count = async (stage: IngestStage, collection: string) =>
  (await stage.server.docs.aggregate(query(collection), { count: { count: true } })).count ?? 0;

for (const senders of [1, 1, 10, 50]) {
  const stage = await IngestStage.open();
  const { taken, ms } = await sendAll(stage, 2_000, senders);
  told(`${senders} at once`, {
    taken,
    'messages a second': taken / (ms / 1000),
    'reruns a message': stage.counts.reruns / taken,
    pages: await count(stage, collectionPaths.pages(teamId)),
  });
  stage.close();
}

const storm = await IngestStage.open();
const { taken, ms } = await sendAll(storm, 10_000, 50);
await storm.cloud.advance(10_000);
told('10,000 from five services', {
  taken,
  seconds: ms / 1000,
  alerts: await count(storm, collectionPaths.alerts(teamId)),
  pages: await count(storm, collectionPaths.pages(teamId)),
  pushes: storm.counts.pushes,
  'reruns a message': storm.counts.reruns / taken,
});
storm.close();

// In turn, so that what else the machine does falls on both; processor time, which that matters less to.
const used = { service: [] as number[], routed: [] as number[] };
for (let round = 0; round < 3; round++)
  for (const kind of ['service', 'routed'] as const) {
    const stage = await IngestStage.open({ routed: kind === 'routed' });
    const before = process.cpuUsage();
    const sent = await sendAll(stage, 10_000, 50);
    const { user, system } = process.cpuUsage(before);
    used[kind].push((user + system) / 1e6);
    if (sent.taken < 10_000) console.error(`${10_000 - sent.taken} of 10,000 messages were not taken.`);
    stage.close();
  }
told('10,000 routed by rules', {
  'seconds of processor, best of three': Math.min(...used.routed),
  'times a service’s key': Math.min(...used.routed) / Math.min(...used.service),
});

const due = await IngestStage.open();
const now = due.cloud.clock.now();
const policy = {
  name: 'Policy',
  steps: [1, 2].map(() => ({
    targets: [{ kind: 'person' as const, userId: 'ada' }],
    delayMinutes: 5,
    mode: 'all' as const,
    acknowledgedBy: 'any' as const,
  })),
  repeat: 0,
};
for (let n = 0; n < 1_000; n++) {
  const id = `page-${n}`;
  const subject = { kind: 'alert', alertId: `alert-${n}` } as const;
  const place = { id, teamId, subject, incidentId: null, summary: id, policyId: null, turn: 0 };
  const people = { find: () => ['ada'], fallback: () => [], owners: () => [] };
  const { state } = startPage(
    { ...place, urgency: 'high', policy, acknowledgeTimeoutMinutes: 30 },
    { by: 'system', now: now - 5 * 60_000, people },
  );
  await due.server.docs.batch([
    { type: 'set', path: documentPaths.page(teamId, id), data: toDocument(state) },
  ]);
}
const began = performance.now();
await sweep(due.server);
told('sweep, 1,000 pages due', {
  seconds: (performance.now() - began) / 1000,
  'transactions a page': due.counts.transactions / 1_000,
  pushes: due.counts.pushes,
});
due.close();
