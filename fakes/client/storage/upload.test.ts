/** Uploads on a bad way: slow, cut, answers lost, the server restarted. */
import { expect, test } from 'vitest';
import { settle } from '#fakes/cloud/clock.ts';
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

const slow = { kind: 'latency', service: 'storage', ms: 1000, times: 100 } as const;

test('chunks are 256 KiB and double, so progress shows on a slow way', async () => {
  const { cloud, client } = await signedIn();
  await client.control.inject(slow);
  const upload = client.storage.upload('a', content);
  const seen: number[] = [];
  upload.watch({ next: ({ bytesSent }) => void seen.push(bytesSent / KiB) });
  await cloud.advance(10_000);
  expect(seen).toEqual([0, 256, 768, 1792, 2000]);
  await upload.done;
});

test('after a cut the upload goes on from where the server stands', async () => {
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
  expect(seen).toEqual([768, 1024, 1536, 2000]);
  await upload.done;
});

test('a chunk whose answer was lost is not sent twice, and the object is made once', async () => {
  const { cloud, client } = await signedIn();
  await client.control.inject({ kind: 'lose-answer', service: 'storage', operation: 'chunk' });
  const upload = client.storage.upload('a', content.subarray(0, 1000));
  await cloud.advance(10_000);
  const metadata = await upload.done;
  expect(await client.storage.metadata('a')).toEqual(metadata);
  expect(metadata.metageneration).toBe('1');
  expect(cloud.snapshot().services.storage).toHaveLength(1);
});

test('a server that forgot the upload gets it from the start', async () => {
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

test('a refusal ends an upload at once', async () => {
  const { cloud, client } = await signedIn();
  const refusal = { kind: 'refuse', service: 'storage', operation: 'chunk' } as const;
  await client.control.inject({ ...refusal, code: 'storage/quota-exceeded' });
  await expect(client.storage.upload('a', content).done).rejects.toMatchObject({
    code: 'storage/quota-exceeded',
  });
  expect(cloud.snapshot().services.storage).toEqual([]);
});

test('failures of the way are repeated after 1 s, 2 s and so on', async () => {
  const { cloud, client } = await signedIn();
  const start = cloud.clock.now();
  await client.control.inject({ kind: 'refuse', service: 'storage', code: 'internal', times: 3 });
  const upload = client.storage.upload('a', content.subarray(0, 10));
  await cloud.advance(6999);
  expect(upload.progress().state).toBe('running');
  await cloud.advance(1);
  expect((await upload.done).createdAt - start).toBe(7000);
});

test('removing again after a lost answer is no error', async () => {
  const { cloud, client } = await signedIn();
  await client.storage.upload('a', content.subarray(0, 10)).done;
  await client.control.inject({ kind: 'lose-answer', service: 'storage', operation: 'remove' });
  const removing = client.storage.remove('a');
  await cloud.advance(5000);
  await removing;
  expect(cloud.snapshot().services.storage).toEqual([]);
});

test('files survive a snapshot', async () => {
  const { cloud, client } = await signedIn();
  await client.storage.upload('a/b', content, { custom: { k: 'v' } }).done;
  const snapshot = structuredClone(cloud.snapshot());
  const next = new FakeCloud();
  next.restore(snapshot);
  expect(next.snapshot().services.storage).toEqual(snapshot.services.storage);
  expect(await next.server.storage.read('a/b')).toEqual(content);
  const replaced = await next.server.storage.write('a/b', content);
  expect(Number(replaced.generation)).toBeGreaterThan(
    Number((await client.storage.metadata('a/b')).generation),
  );
});

test('a download address ends with its client', async () => {
  const { client } = await signedIn();
  await client.storage.upload('a', content.subarray(0, 10)).done;
  const address = await client.storage.downloadUrl('a');
  expect(await client.storage.downloadUrl('a')).toBe(address);
  await client.dispose();
  await expect(fetch(address)).rejects.toBeInstanceOf(Error);
});
