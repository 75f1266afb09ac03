/** An Alertmanager that sends to a desk with a folder, and both started again in the middle of it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openFolder } from '#adapters/embedded-node/folder.ts';
import type { DemoKeys } from '#demo/team/sender-keys.ts';
import { freePort } from '../../free-port.ts';
import { type Alertmanager, startAlertmanager } from './alertmanager.ts';
import { type DeskPerson, deskPerson } from './desk-person.ts';
import { type DeskProcess, keptServer, openProgram } from './process.ts';

export interface AlertStage {
  readonly url: URL;
  /** Keys of the demonstration's senders. */
  readonly keys: DemoKeys;
  readonly alertmanager: Alertmanager;
  /** Member of the demonstration team, the same client each time; it reconnects after a restart of the desk. */
  person(id: string): Promise<DeskPerson>;
  killDesk(): Promise<void>;
  /** Starts the desk on the same folder and port. `aheadMs`: time that has passed since. */
  startDesk(options?: { readonly aheadMs?: number }): Promise<void>;
  /** Number of requests at a path that the desk has answered with a status, since the stage was opened. */
  answers(at: string, status: number): number;
  close(): Promise<void>;
}

/** `configure`: the configuration of the Alertmanager, for the desk at this address with these keys. */
export async function openAlertStage(
  configure: (url: URL, keys: DemoKeys) => string | Promise<string>,
): Promise<AlertStage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-alerts-'));
  const data = path.join(folder, 'data');
  const program = await openProgram(await keptServer());
  const port = String(await freePort());
  const desks: DeskProcess[] = [];
  const start = async () => {
    const desk = program.run('--data', data, '--port', port);
    desks.push(desk);
    return desk.ready();
  };
  const people = new Map<string, Promise<DeskPerson>>();
  const close = async () => {
    await program.close();
    await rm(folder, { recursive: true, maxRetries: 20 });
  };
  const [url, keys, alertmanager] = await startBoth().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  async function startBoth() {
    const at = await start();
    const printed = desks[0]?.senderKeys();
    if (!printed) throw new Error('No desk has started.');
    return [at, printed, await startAlertmanager(await configure(at, printed))] as const;
  }
  const killDesk = async () => {
    const desk = desks.at(-1);
    desk?.child.kill('SIGKILL');
    await desk?.ended;
  };
  return {
    url,
    keys,
    alertmanager,
    person(id) {
      const known = people.get(id) ?? deskPerson(url, id);
      people.set(id, known);
      return known;
    },
    killDesk,
    async startDesk({ aheadMs = 0 } = {}) {
      if (aheadMs > 0) await moveTime(data, aheadMs);
      await start();
    },
    answers(at, status) {
      const said = desks.map((desk) => desk.said()).join('');
      return said.split('\n').filter((line) => line.includes(`"path":"${at}","status":${status},`)).length;
    },
    async close() {
      await alertmanager.close();
      for (const person of people.values()) await (await person).dispose();
      await close();
    },
  };
}

/** The time of the cloud that a folder keeps, moved forward. */
async function moveTime(data: string, byMs: number): Promise<void> {
  const folder = openFolder(data);
  try {
    const { found } = folder;
    if (found.state !== 'kept') throw new Error(`${data} holds no cloud.`);
    await folder.write({ head: found.cloud.head, anew: [], records: [], setAside: [] }, found.aheadMs + byMs);
  } finally {
    folder.close();
  }
}
