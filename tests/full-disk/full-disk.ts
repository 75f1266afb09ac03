/** A host whose disk becomes full while it is written to, and has space again later. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Backend } from '#ports/backend.ts';
import { query } from '#ports/docs/query.ts';
import type { KillTarget } from '../kill/servers.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { demoAccounts } from '#demo/accounts.ts';
import type { SmallDisk } from './fill.ts';

export interface FullDiskOutcome {
  readonly acknowledged: number;
  /** What is missing, damaged, or was not said. */
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

export async function fillUp(target: KillTarget, disk: SmallDisk, seed: string): Promise<FullDiskOutcome> {
  const servers = await target.open(disk.folder, seededRandom(seed));
  servers.begin();
  await servers.ready();
  const [url] = servers.urls;
  if (!url) throw new Error('There is no server.');
  const member = await signedIn(servers.member(url));
  const documents: string[] = [];
  let last = performance.now();
  let isOver = false;
  const write = async (lane: number) => {
    for (let number = 0; !isOver; number++) {
      const id = `${lane}-${number}`;
      const data = { text: id.padEnd(size, 'x') };
      const done = await member.docs.write({ type: 'set', path: `kill/disk/documents/${id}`, data }).then(
        () => true,
        () => false,
      );
      if (done) documents.push(id);
      if (done) last = performance.now();
      else await wait(100);
    }
  };
  const files: string[] = [];
  const upload = (name: string) =>
    member.storage.upload(`kill/disk/${name}`, bytesOf(name)).done.then(
      () => {
        files.push(name);
        return 'stored';
      },
      (error: unknown) => (error as { readonly code?: string }).code ?? String(error),
    );
  const lanes = [0, 1, 2].map(write);
  await upload('before');
  await disk.fill(0);
  const during = upload('during');
  while (performance.now() - last < stoppedMs) await wait(100);
  const { ok } = await fetch(new URL('/healthz', url)).catch(() => ({ ok: false }));
  const uploads = await Promise.race([during, wait(1000, 'waits')]);
  const freedAt = performance.now();
  await disk.free();
  while (last < freedAt && performance.now() - freedAt < recoveryMs) await wait(50);
  const recoveredMs = Math.round(last - freedAt);
  isOver = true;
  await Promise.race([Promise.all(lanes), wait(recoveryMs)]);
  await during;
  await upload('after');
  await member.dispose();
  const witness = await signedIn(servers.member(url));
  const stored = await witness.docs.find(query('kill/disk/documents'), { source: 'server' });
  const found = new Set(
    stored.docs.filter(({ id, data }) => data?.['text'] === id.padEnd(size, 'x')).map(({ id }) => id),
  );
  const lost = documents.filter((id) => !found.has(id)).map((id) => `document ${id}`);
  for (const name of files) {
    const content = await witness.storage.content?.read(`kill/disk/${name}`);
    if (Buffer.compare(content ?? Buffer.alloc(0), bytesOf(name)) !== 0) lost.push(`file ${name}`);
  }
  await witness.dispose();
  await servers.end();
  return {
    acknowledged: documents.length + files.length,
    lost: [
      ...lost,
      ...(ok ? ['/healthz said that all is well on a full disk'] : []),
      ...(last < freedAt ? ['nothing was acknowledged after there was space again'] : []),
      ...(files.includes('before') && files.includes('after') ? [] : ['an upload with space failed']),
    ],
    ...{ uploads, recoveredMs },
  };
}
