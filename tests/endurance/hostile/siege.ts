/** Life of one folder: a server on it is attacked, ended or killed and started again, while an alert of each round must page in time. */
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '#provider-kit/random.ts';
import type { DeskProcess } from '../../app/desk/process.ts';
import { freePort } from '../../free-port.ts';
import { attack, InputLog } from './attacker.ts';
import { recordCorpus } from './messages.ts';
import { Finding, isFinding, openOnCall } from './on-call.ts';
import type { HostileTarget } from './target.ts';

export interface Siege {
  readonly target: HostileTarget;
  /** Folder of the server's records. */
  readonly folder: string;
  /** Seed of all chance: inputs, ends and pauses. */
  readonly seed: string;
  readonly rounds: number;
  /** Whether another round begins. */
  goesOn(): boolean;
  onRound(round: Round): void;
}

export interface Round {
  /** Number of inputs of this round. */
  readonly inputs: number;
  /** Milliseconds until the page was there. */
  readonly pagedMs: number;
  /** First lines of failures that the server contained. */
  readonly contained: readonly string[];
}

/** A finding with what led to it. */
export interface FindingReport {
  readonly seed: string;
  readonly message: string;
  /** Last inputs, the newest last. */
  readonly inputs: readonly string[];
  /** Last lines that the server printed. */
  readonly output: readonly string[];
}

const attackers = 6;
const [readyMs, endMs] = [60_000, 20_000];
const percent = { killed: 40, killedBetween: 30, killedEarly: 15 } as const;

/** Resolves with a finding, or with `null` after all rounds. */
export async function besiege(siege: Siege): Promise<FindingReport | null> {
  const { target, folder, seed } = siege;
  const random = seededRandom(seed);
  const port = String(await freePort());
  const log = new InputLog();
  /** Ends the attacks, after a finding too: they would keep the process. */
  let stop = new AbortController();
  const desks: DeskProcess[] = [];
  let asked = false;
  let unasked: (finding: Finding) => void = () => {};
  const ended = new Promise<never>((_, reject) => {
    unasked = reject;
  });
  ended.catch(() => null);

  const start = async (): Promise<URL> => {
    asked = false;
    const desk = target.program.run('--data', folder, '--port', port);
    desks.push(desk);
    void desk.ended.then((code) => {
      if (!asked && desk === desks.at(-1))
        unasked(new Finding(`The server ended by itself, with exit code ${code}.`));
    });
    const slow = wait(readyMs, null, { ref: false }).then(() => {
      throw new Finding(`The server was not ready ${readyMs} ms after its start.`);
    });
    return Promise.race([desk.ready(), slow]).catch((error: unknown) => {
      throw error instanceof Finding
        ? error
        : new Finding('The server does not start again.', { cause: error });
    });
  };
  const end = async (signal: NodeJS.Signals) => {
    const desk = desks.at(-1);
    asked = true;
    desk?.child.kill(signal);
    const slow = wait(endMs, 'slow' as const, { ref: false });
    if ((await Promise.race([desk?.ended, slow])) === 'slow')
      throw new Finding(`The server did not end within ${endMs} ms.`);
  };

  const run = async () => {
    const prepared = await target.prepare(folder);
    const url = await start();
    const keys = prepared ?? desks.at(-1)?.senderKeys();
    if (!keys) throw new Error('No server has started.');
    const corpus = await recordCorpus(target, url, random.id(6));
    const onCall = await openOnCall(url, random.fork('on call'), target.member);
    try {
      for (let round = 0; round < siege.rounds && siege.goesOn(); round++) {
        stop = new AbortController();
        const before = log.count;
        const attacks = Array.from({ length: attackers }, (_, at) =>
          attack(target, url, keys, corpus, random.fork(`attacker ${round}/${at}`), log, stop.signal),
        );
        const source = await onCall.addSource(String(round));
        await onCall.sendAlert(source, String(round));
        if (random.integer(100) < percent.killedBetween) {
          await end('SIGKILL');
          await start();
        }
        const from = Date.now();
        const pageId = await onCall.paged(source, target.pageMs);
        const pagedMs = Date.now() - from;
        await onCall.acknowledge(pageId);
        await wait(200 + random.integer(1500));
        const killed = random.integer(100) < percent.killed;
        await end(killed ? 'SIGKILL' : 'SIGTERM');
        stop.abort();
        await Promise.all(attacks);
        if (random.integer(100) < percent.killedEarly) {
          void start().catch(() => null);
          await wait(50 + random.integer(500));
          await end('SIGKILL');
        }
        await start();
        await onCall.checkAcknowledged();
        siege.onRound({ inputs: log.count - before, pagedMs, contained: containedIn(target, desks) });
      }
    } finally {
      await onCall.dispose();
    }
    await end('SIGTERM');
  };
  try {
    await Promise.race([run(), ended]);
    return null;
  } catch (error) {
    if (!isFinding(error)) throw error;
    const output = linesOf(desks).filter((line) => !target.isRoutine(line));
    return { seed, message: error.message, inputs: log.newest(), output: output.slice(-60) };
  } finally {
    asked = true;
    stop.abort();
    for (const { child } of desks) child.kill('SIGKILL');
  }
}

const linesOf = (servers: readonly DeskProcess[]) => servers.flatMap((server) => server.said().split('\n'));

/** Errors that the server printed and outlived. */
const containedIn = (target: HostileTarget, servers: readonly DeskProcess[]): readonly string[] => [
  ...new Set(linesOf(servers).flatMap((line) => target.errorIn(line) ?? [])),
];
