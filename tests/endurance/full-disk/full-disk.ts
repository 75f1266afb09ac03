/** A host whose disk becomes full while it is written to, and has space again later. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Backend } from '#ports/backend.ts';
import { query } from '#ports/docs/query.ts';
import { PortError } from '#ports/errors.ts';
import type { KillTarget } from '../kill/servers.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { demoAccounts } from '#demo/accounts.ts';
import type { SmallDisk } from './fill.ts';

export interface FullDiskOutcome {
  readonly acknowledged: number;
  /** Entries that are missing, damaged, or unreported. */
  readonly lost: readonly string[];
  /** How uploads failed on the full disk, by their code. */
  readonly uploads: string;
  /** Milliseconds from free space until a write was acknowledged again. */
  readonly recoveredMs: number;
}

/** Milliseconds without an acknowledgement after which writes count as stopped. */
const stoppedMs = 8000;
const recoveryMs = 120_000;
/** Characters of a document. */
const size = 20_000;

async function signedIn(member: Backend): Promise<Backend> {
  const [account] = demoAccounts;
  if (account) await member.auth.signIn(account.credential);
  return member;
}

const bytesOf = (name: string) => new TextEncoder().encode(name.repeat(40_000));

/** Writes documents without a pause, in three lanes, until it is stopped. */
class DiskWriter {
  readonly documents: string[] = [];
  /** When a write was acknowledged last, in milliseconds. */
  acknowledgedAt = performance.now();
  private readonly member: Backend;
  private isOver = false;
  private readonly lanes: Promise<unknown>;

  constructor(member: Backend) {
    this.member = member;
    this.lanes = Promise.all([0, 1, 2].map((lane) => this.write(lane)));
  }

  stop(): Promise<unknown> {
    this.isOver = true;
    return Promise.race([this.lanes, wait(recoveryMs)]);
  }

  private async write(lane: number): Promise<void> {
    for (let number = 0; !this.isOver; number++) {
      const id = `${lane}-${number}`;
      const data = { text: id.padEnd(size, 'x') };
      try {
        await this.member.docs.write({ type: 'set', path: `kill/disk/documents/${id}`, data });
        this.documents.push(id);
        this.acknowledgedAt = performance.now();
      } catch {
        await wait(100);
      }
    }
  }
}

const upload = async (member: Backend, name: string): Promise<string> => {
  try {
    await member.storage.upload(`kill/disk/${name}`, bytesOf(name)).done;
    return 'stored';
  } catch (error) {
    return error instanceof PortError ? error.code : String(error);
  }
};

export async function fillUp(target: KillTarget, disk: SmallDisk, seed: string): Promise<FullDiskOutcome> {
  const servers = await target.open(disk.folder, seededRandom(seed));
  servers.begin();
  await servers.ready();
  const [url] = servers.urls;
  if (!url) throw new Error('There is no server.');
  const member = await signedIn(servers.member(url));
  const writer = new DiskWriter(member);
  const before = await upload(member, 'before');

  await disk.fill(0);
  const during = upload(member, 'during');
  while (performance.now() - writer.acknowledgedAt < stoppedMs) await wait(100);
  const { ok } = await fetch(new URL('/healthz', url)).catch(() => ({ ok: false }));
  const uploads = await Promise.race([during, wait(1000, 'waits')]);

  const freedAt = performance.now();
  await disk.free();
  while (writer.acknowledgedAt < freedAt && performance.now() - freedAt < recoveryMs) await wait(50);
  const recoveredMs = Math.round(writer.acknowledgedAt - freedAt);
  await writer.stop();
  const uploaded = { before, during: await during, after: await upload(member, 'after') };
  await member.dispose();

  const files = Object.entries(uploaded).flatMap(([name, outcome]) => (outcome === 'stored' ? [name] : []));
  const witness = await signedIn(servers.member(url));
  const lost = await missing(witness, writer.documents, files);
  await witness.dispose();
  await servers.end();
  return {
    acknowledged: writer.documents.length + files.length,
    lost: [
      ...lost,
      ...(ok ? ['/healthz said that all is well on a full disk'] : []),
      ...(recoveredMs < 0 ? ['nothing was acknowledged after there was space again'] : []),
      ...(uploaded.before === 'stored' && uploaded.after === 'stored' ? [] : ['an upload with space failed']),
    ],
    ...{ uploads, recoveredMs },
  };
}

/** Documents and files that are not there as they were written. */
async function missing(
  member: Backend,
  documents: readonly string[],
  files: readonly string[],
): Promise<readonly string[]> {
  const stored = await member.docs.find(query('kill/disk/documents'), { source: 'server' });
  const whole = stored.docs.filter(({ id, data }) => data?.['text'] === id.padEnd(size, 'x'));
  const found = new Set(whole.map(({ id }) => id));
  const lost = documents.filter((id) => !found.has(id)).map((id) => `document ${id}`);
  for (const name of files) {
    const content = await member.storage.content?.read(`kill/disk/${name}`);
    if (Buffer.compare(content ?? Buffer.alloc(0), bytesOf(name)) !== 0) lost.push(`file ${name}`);
  }
  return lost;
}
