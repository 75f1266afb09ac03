/**
 * Life of one folder: a server on it is written to and sent alerts, killed and started again; its acknowledged writes and accepted alerts are
 * looked for.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '#provider-kit/random.ts';
import { isFinding, openOnCall } from '../hostile/on-call.ts';
import { incidentsOf, checkWrites, type Outcome } from './check-writes.ts';
import type { Acknowledged } from './protocol.ts';
import type { KillTarget } from './servers.ts';
import { openWriter, type Writer } from './writer.ts';

export interface ServerLife {
  readonly target: Pick<KillTarget, 'open'>;
  /** Folder of the server's records. */
  readonly folder: string;
  /** Seed of all chance: the writes, and the time of the kill. */
  readonly seed: string;
  readonly kills: number;
  /** Called after each restart that follows a kill. */
  told(outcome: Outcome): void;
}

const clients = 3;
/** Alerts of each round, of a service each. */
const alerts = 2;
/** Range of the writing time. */
const [shortestMs, longestMs] = [50, 700];
/** Percentage of kills during the start. */
const earlyPercent = 15;
const [earliestMs, latestMs] = [20, 400];
/** Milliseconds from a start until a page has been sent: what was being sent at the kill is sent again after 30 s. */
const pageMs = 60_000;

/** The clients outlive each kill: they send unanswered writes again, which must not be applied twice. */
export async function liveServer({ target, folder, seed, kills, told }: ServerLife): Promise<void> {
  const random = seededRandom(seed);
  const servers = await target.open(folder, random.fork('servers'));
  servers.begin();
  await servers.ready();
  const { urls, member } = servers;
  const urlOf = (number: number) => urls[number % urls.length] ?? new URL('http://localhost');
  const acknowledged = new Map<number, Acknowledged[]>();
  let round = 0;
  const note = (write: Acknowledged, of: number) => acknowledged.get(of)?.push(write);
  const members = Array.from({ length: clients }, (_, number) => member(urlOf(number)));
  const writers: Writer[] = [];
  for (const client of members) writers.push(await openWriter(client, note));
  const onCall = await openOnCall(urlOf(0), random.fork('on call'), member);

  for (; round < kills; round++) {
    acknowledged.set(round, []);
    const names = Array.from({ length: alerts }, (_, number) => `${round}-${number}`);
    const sources = await Promise.all(names.map((name) => onCall.addSource(name)));
    for (const [number, writer] of writers.entries())
      writer.load(round, `${seed}/${round}/${number}`, number === 0);
    const writingMs = shortestMs + random.integer(longestMs - shortestMs);
    const sent = sources.map(async (source, number) => {
      await wait((writingMs * number) / sources.length);
      await onCall.sendAlert(source, `${names[number]}`);
    });
    await wait(writingMs);
    await servers.kill();
    let killed = 1;
    for (const writer of writers) writer.stop();
    if (random.integer(100) < earlyPercent) {
      servers.begin();
      await wait(earliestMs + random.integer(latestMs - earliestMs));
      await servers.kill();
      killed++;
    }
    servers.begin();
    await servers.ready();
    const startedAt = performance.now();
    let pagedMs = 0;
    const paging = async () => {
      await Promise.all(sent);
      for (const source of sources) await onCall.acknowledge(await onCall.paged(source, pageMs));
      pagedMs = Math.round(performance.now() - startedAt);
      // A process that is killed after it has sent a page, and before it has noted that, sends it once more.
      await onCall.checkPages(1 + killed);
    };
    const unpaged = await paging().then(
      () => [],
      (error: unknown) => {
        if (isFinding(error)) return [error.message];
        throw error;
      },
    );
    await Promise.all(members.map(({ docs }) => docs.offline?.waitForPendingWrites()));
    const witness = member(urlOf(random.integer(urls.length)));
    const { found } = await openWriter(witness, () => {});
    const writes = acknowledged.get(round) ?? [];
    const outcome = checkWrites(await found(round, incidentsOf(writes)), writes);
    told({ ...outcome, pagedMs, lost: [...outcome.lost, ...unpaged] });
    await witness.dispose();
  }
  await Promise.all([onCall, ...members].map((client) => client.dispose()));
  await servers.end();
}
