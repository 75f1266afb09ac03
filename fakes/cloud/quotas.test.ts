/** Quotas of a visitor: each error has a code and a sentence, and changes nothing. */
import { expect, onTestFinished, test } from 'vitest';
import { TestBrowser } from '#fakes/client/browser.ts';
import { connect } from '#fakes/client/client.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from './cloud.ts';
import { MemoryRecords } from './kept.fixture.ts';
import { visitorQuotas, type Quotas } from './quotas.ts';

const hour = 3_600_000;
const password = 'correct horse';

function stage(quotas: Partial<Quotas>) {
  const cloud = new FakeCloud({ quotas: { ...visitorQuotas, ...quotas } });
  onTestFinished(() => cloud.dispose());
  const visitor = () => {
    const client = connect(cloud, { browser: new TestBrowser() });
    onTestFinished(() => client.dispose());
    return client;
  };
  return { cloud, visitor };
}

const refused = (code: string, sentence: RegExp) => ({ code, message: expect.stringMatching(sentence) });

test('an account has a weekly limit of uploads and bytes', async () => {
  const { cloud, visitor } = stage({ uploadsPerWeek: 3, uploadBytesPerWeek: 10 });
  const { auth, storage } = visitor();
  await auth.createUser({ email: 'a@example.com', password });
  const upload = (path: string, size: number) => storage.upload(path, new Uint8Array(size)).done;
  await upload('a', 6);
  await expect(upload('b', 5)).rejects.toMatchObject(refused('storage/quota-exceeded', /smaller file/));
  await upload('b', 1);
  await upload('c', 1);
  await expect(upload('d', 1)).rejects.toMatchObject(refused('storage/quota-exceeded', /3 files/));
  expect((await storage.listing.list('')).objects).toEqual(['a', 'b', 'c']);

  const other = visitor();
  await other.auth.createUser({ email: 'b@example.com', password });
  await other.storage.upload('e', new Uint8Array(6)).done;
  await cloud.advance(8 * 24 * hour);
  await upload('d', 6);
});

test('an account’s stored bytes are limited, and a removal by any user frees them', async () => {
  const { cloud, visitor } = stage({ bytesPerAccount: 10 });
  const { auth, storage } = visitor();
  await auth.createUser({ email: 'a@example.com', password });
  const upload = (path: string, size: number) => storage.upload(path, new Uint8Array(size)).done;
  const beyond = refused('storage/quota-exceeded', /Remove files/);
  await upload('a', 6);
  await expect(upload('b', 5)).rejects.toMatchObject(beyond);
  await cloud.advance(8 * 24 * hour);
  await expect(upload('b', 5)).rejects.toMatchObject(beyond);
  // A file in place of the account's own.
  await upload('a', 5);
  await upload('b', 5);
  await expect(upload('c', 1)).rejects.toMatchObject(beyond);
  expect((await storage.listing.list('')).objects).toEqual(['a', 'b']);

  const other = visitor();
  await other.auth.createUser({ email: 'b@example.com', password });
  await other.storage.upload('d', new Uint8Array(10)).done;
  // The quota of another account's write is charged to that account.
  await other.storage.remove('d');
  await other.storage.upload('b', new Uint8Array(2)).done;
  await upload('c', 5);
  await cloud.server.storage.remove('a');
  await upload('e', 5);
  await expect(upload('f', 1)).rejects.toMatchObject(beyond);
});

test('bytes of unfinished uploads count, also those of an earlier process', async () => {
  const records = new MemoryRecords();
  const quotas = { ...visitorQuotas, bytesPerAccount: 1_000_000 };
  const first = new FakeCloud({ quotas });
  first.keepWith(records.keep, null);
  const client = connect(first, { browser: new TestBrowser() });
  const account = { email: 'a@example.com', password };
  await client.auth.createUser(account);
  await client.storage.upload('a', new Uint8Array(200_000)).done;
  const under = client.storage.resumable.upload('b', new Uint8Array(700_000));
  await new Promise<void>((resolve) => {
    under.watch({ next: ({ bytesSent }) => (bytesSent > 0 ? resolve() : undefined) });
  });
  under.pause();
  under.done.catch(() => {});
  await first.advance(1);
  const c = (storage: typeof client.storage, size: number) => storage.upload('c', new Uint8Array(size)).done;
  await expect(c(client.storage, 100_001)).rejects.toMatchObject({ code: 'storage/quota-exceeded' });
  await c(client.storage, 100_000);
  await settle();
  await client.dispose();
  first.dispose();

  const second = records.next({ quotas });
  onTestFinished(() => second.dispose());
  const later = connect(second, { browser: new TestBrowser() });
  onTestFinished(() => later.dispose());
  await later.auth.signIn({ kind: 'password', ...account });
  const d = later.storage.upload('d', new Uint8Array(1)).done;
  await expect(d).rejects.toMatchObject({ code: 'storage/quota-exceeded' });
  await later.storage.remove('c');
  await later.storage.upload('d', new Uint8Array(1)).done;
});

test('unfinished uploads of an account are limited, and a cancelled one frees its place', async () => {
  const { cloud, visitor } = stage({ halfSentUploads: 2 });
  const { auth, storage } = visitor();
  await auth.guests.signIn();
  const begin = async (path: string) => {
    const upload = storage.resumable.upload(path, new Uint8Array(600_000));
    await new Promise<void>((resolve) => {
      upload.watch({
        next: ({ bytesSent }) => {
          if (bytesSent > 0) resolve();
        },
      });
    });
    upload.pause();
    upload.done.catch(() => {});
    await cloud.advance(1);
    return upload;
  };
  const first = await begin('a');
  await begin('b');
  const third = () => storage.upload('c', new Uint8Array(1)).done;
  await expect(third()).rejects.toMatchObject(refused('storage/quota-exceeded', /2 uploads are under way/));
  first.cancel();
  await cloud.advance(1);
  await expect(third()).resolves.toMatchObject({ path: 'c' });
});

test('accounts, mails and registrations are limited per connection and hour', async () => {
  const quotas = { accountsPerHour: 2, mailsPerHour: 2, registrationsPerHour: 1 };
  const { cloud, visitor } = stage(quotas);
  const { auth, messaging } = visitor();
  const create = (n: number) => auth.createUser({ email: `${n}@example.com`, password });
  await create(1);
  await create(2);
  await expect(create(3)).rejects.toMatchObject(refused('auth/too-many-requests', /Try again in an hour/));
  await expect(auth.guests.signIn()).rejects.toMatchObject({ code: 'auth/too-many-requests' });
  for (const n of [1, 2]) await auth.mail.sendPasswordReset(`${n}@example.com`);
  await expect(auth.mail.sendPasswordReset('4@example.com')).rejects.toMatchObject(
    refused('auth/too-many-requests', /Too many messages/),
  );
  await messaging.register({ ask: true });
  await messaging.unregister();
  await expect(messaging.register({ ask: true })).rejects.toMatchObject({
    code: 'messaging/registration-failed',
  });
  await cloud.advance(hour + 1);
  await create(3);
});

test('mails are limited per address, whoever requests them and whether it has an account', async () => {
  const { cloud, visitor } = stage({ mailsToAddressPerHour: 3 });
  const own = visitor();
  await own.auth.createUser({ email: 'a@example.com', password });
  for (const email of ['a@example.com', 'nobody@example.com']) {
    for (let n = 0; n < 3; n++) await visitor().auth.mail.sendPasswordReset(email);
    await expect(visitor().auth.mail.sendPasswordReset(email)).rejects.toMatchObject(
      refused('auth/too-many-requests', /to this address/),
    );
  }
  await cloud.advance(hour + 1);
  await visitor().auth.mail.sendPasswordReset('a@example.com');
});

test('records of failed guesses are removed once they block nothing', async () => {
  const { cloud, visitor } = stage({});
  const { auth } = visitor();
  const guess = (n: number) =>
    auth.signIn({ kind: 'password', email: `${n}@example.com`, password: 'wrong' }).catch(() => {});
  for (let n = 0; n < 50; n++) await guess(n);
  await cloud.advance(hour);
  await guess(50);
  const { guesses } = cloud.snapshot().services.auth as { readonly guesses: readonly unknown[] };
  expect(guesses).toHaveLength(1);
});
