/** Uploads on a bad way: slow, cut, answers lost, the server restarted. */
import { Backoff, filesBackoff } from '#provider-kit/backoff.ts';
import { expect, test } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { connect } from '../client.ts';

const KiB = 1024;
const content = Uint8Array.from({ length: 2000 * KiB }, (_, at) => (at * 31) % 253);

async function signedIn(cloud = new FakeCloud()) {
  const client = connect(cloud);
  await client.auth.createUser({ email: 'ann@example.com', password: 'correct horse' });
  await settle();
  return { cloud, client };
}

const kept = (cloud: FakeCloud) =>
  cloud.snapshot().services.storage as { readonly objects: readonly unknown[] };

const slow = { kind: 'latency', service: 'storage', ms: 1000, times: 100 } as const;

test('chunks start at 256 KiB and double, so that progress is visible', async () => {
  const { cloud, client } = await signedIn();
  await client.control.inject(slow);
  const upload = client.storage.upload('a', content);
  const seen: number[] = [];
  upload.watch({ next: ({ bytesSent }) => void seen.push(bytesSent / KiB) });
  await cloud.advance(10_000);
  expect(seen).toEqual([0, 256, 768, 1792, 2000, 2000]);
  await upload.done;
});

test('an upload resumes after a disconnect at the server’s progress', async () => {
  const { cloud, client } = await signedIn();
  await client.control.inject(slow);
  const upload = client.storage.upload('a', content);
  await cloud.advance(3500);
  expect(upload.progress().bytesSent).toBe(768 * KiB);
  client.control.setNetwork(false);
  await cloud.advance(60_000);
  await client.control.clearFaults();
  const seen: number[] = [];
  upload.watch({ next: ({ bytesSent }) => void seen.push(bytesSent / KiB) });
  await settle();
  client.control.setNetwork(true);
  await settle();
  expect(seen).toEqual([768, 1024, 1536, 2000, 2000]);
  await upload.done;
});

test('a chunk whose answer was lost is not repeated, and the object is created once', async () => {
  const { cloud, client } = await signedIn();
  await client.control.inject({ kind: 'lose-answer', service: 'storage', operation: 'chunk' });
  const upload = client.storage.upload('a', content.subarray(0, 1000));
  await cloud.advance(10_000);
  const metadata = await upload.done;
  expect(await client.storage.metadata.get('a')).toEqual(metadata);
  expect(metadata.metageneration).toBe('1');
  expect(kept(cloud).objects).toHaveLength(1);
});

test('an upload restarts if the server has lost it', async () => {
  const { cloud, client } = await signedIn();
  const { storage: empty } = cloud.snapshot().services;
  await client.control.inject(slow);
  const upload = client.storage.upload('a', content);
  await cloud.advance(3500);
  const snapshot = cloud.snapshot();
  cloud.restore({ ...snapshot, services: { ...snapshot.services, storage: empty } });
  await client.control.clearFaults();
  await cloud.advance(10_000);
  expect((await upload.done).size).toBe(content.length);
});

test('a denial ends an upload at once', async () => {
  const { cloud, client } = await signedIn();
  const refusal = { kind: 'refuse', service: 'storage', operation: 'chunk' } as const;
  await client.control.inject({ ...refusal, code: 'storage/quota-exceeded' });
  await expect(client.storage.upload('a', content).done).rejects.toMatchObject({
    code: 'storage/quota-exceeded',
  });
  expect(kept(cloud).objects).toEqual([]);
});

test('connection failures are retried after growing pauses, each varied by up to half', async () => {
  const { cloud, client } = await signedIn();
  const start = cloud.clock.now();
  const pauses = 1000 + 1500 + 2250;
  await client.control.inject({ kind: 'refuse', service: 'storage', code: 'internal', times: 3 });
  const upload = client.storage.upload('a', content.subarray(0, 10));
  await cloud.advance(pauses * 0.5 - 1);
  expect(upload.progress().state).toBe('running');
  await cloud.advance(pauses);
  expect((await upload.done).createdAt - start).toBeLessThanOrEqual(pauses * 1.5 + 3);
});

test('the pauses before a retry differ between clients', async () => {
  const { cloud } = await signedIn();
  const pauses = Array.from({ length: 20 }, (_, index) =>
    new Backoff(cloud.clock, seededRandom(`client ${index}`).fork('files/retry'), filesBackoff).nextWaitMs(),
  );
  expect(new Set(pauses.map((ms) => Math.round(ms / 10))).size).toBeGreaterThan(10);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(1500);
});

test('a removal repeated after a lost answer succeeds', async () => {
  const { cloud, client } = await signedIn();
  await client.storage.upload('a', content.subarray(0, 10)).done;
  await client.control.inject({ kind: 'lose-answer', service: 'storage', operation: 'remove' });
  const removing = client.storage.remove('a');
  await cloud.advance(5000);
  await removing;
  expect(kept(cloud).objects).toEqual([]);
});

test('files survive a snapshot', async () => {
  const { cloud, client } = await signedIn();
  const short = content.subarray(0, 10_000);
  await client.storage.upload('a/b', short, { custom: { k: 'v' } }).done;
  const snapshot = structuredClone(cloud.snapshot());
  const next = new FakeCloud();
  next.restore(snapshot);
  expect(next.snapshot().services.storage).toEqual(snapshot.services.storage);
  expect(await next.server.storage.read('a/b')).toEqual(short);
  const replaced = await next.server.storage.write('a/b', short);
  expect(Number(replaced.generation)).toBeGreaterThan(
    Number((await client.storage.metadata.get('a/b')).generation),
  );
});

test('an upload in progress survives a snapshot and resumes in the restored cloud', async () => {
  const { cloud, client } = await signedIn();
  await client.control.inject(slow);
  const upload = client.storage.upload('a', content);
  await cloud.advance(3500);
  expect(upload.progress().bytesSent).toBe(768 * KiB);
  cloud.restore(structuredClone(cloud.snapshot()));
  await client.control.clearFaults();
  const sent: number[] = [];
  upload.watch({ next: ({ bytesSent }) => void sent.push(bytesSent / KiB) });
  await cloud.advance(10_000);
  expect(sent).toEqual([768, 1024, 1536, 2000, 2000]);
  const stored = await cloud.server.storage.read('a');
  expect(stored).toHaveLength(content.length);
  expect(stored?.every((byte, at) => byte === content[at])).toBe(true);
});

test('every received chunk is reported, and does not change an earlier snapshot', async () => {
  const { cloud, client } = await signedIn();
  let before = JSON.stringify(cloud.snapshot().services.storage);
  const snapshots: unknown[] = [];
  let told = 0;
  cloud.onChange((service) => void (service === 'storage' && told++));
  await client.control.inject(slow);
  const upload = client.storage.upload('a', content.subarray(0, 600 * KiB));
  for (let step = 0; step < 3; step++) {
    told = 0;
    snapshots.push(cloud.snapshot().services.storage);
    await cloud.advance(1000);
    const after = JSON.stringify(cloud.snapshot().services.storage);
    expect(after).not.toBe(before);
    expect(told).toBeGreaterThan(0);
    expect(JSON.stringify(snapshots.at(-1))).toBe(before);
    before = after;
  }
  await upload.done;
});

test('a download address works after a reconnect unless it was revoked meanwhile', async () => {
  const { cloud, client } = await signedIn();
  for (const path of ['a', 'b']) await client.storage.upload(path, content.subarray(0, 10)).done;
  const [a, b] = [await client.storage.downloadUrl('a'), await client.storage.downloadUrl('b')];
  client.control.setNetwork(false);
  await settle();
  await cloud.server.storage.revokeDownloadUrls('b');
  client.control.setNetwork(true);
  await cloud.advance(5000);
  expect((await fetch(a)).ok).toBe(true);
  await expect(fetch(b)).rejects.toBeInstanceOf(Error);
  expect(await client.storage.downloadUrl('a')).toBe(a);
  expect(await client.storage.downloadUrl('b')).not.toBe(b);
});

test('chunks double up to 16 MiB', async () => {
  const { cloud, client } = await signedIn();
  await client.control.inject({ ...slow, times: 1000 });
  const size = 48 * KiB * KiB;
  const lengths: number[] = [];
  const blob = {
    size,
    type: '',
    slice: (start = 0, end = size) => {
      lengths.push((end - start) / KiB);
      return { ...blob, arrayBuffer: async () => new ArrayBuffer(end - start) };
    },
    arrayBuffer: async () => new ArrayBuffer(0),
  };
  const upload = client.storage.upload('a', blob);
  await cloud.advance(60_000);
  expect(upload.progress().state).toBe('success');
  expect(lengths.slice(0, 8)).toEqual([256, 512, 1024, 2048, 4096, 8192, 16384, 16384]);
});

test('a download address ends with its client', async () => {
  const { client } = await signedIn();
  await client.storage.upload('a', content.subarray(0, 10)).done;
  const address = await client.storage.downloadUrl('a');
  expect(await client.storage.downloadUrl('a')).toBe(address);
  await client.dispose();
  await expect(fetch(address)).rejects.toBeInstanceOf(Error);
});
