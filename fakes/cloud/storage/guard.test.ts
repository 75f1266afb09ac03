/** Security rules at the door of the files, seen from the clients. */
import { afterEach, describe, expect, it } from 'vitest';
import { connect, type EmbeddedClient } from '#fakes/client/client.ts';
import { PortError } from '#ports/errors.ts';
import { FakeCloud } from '../cloud.ts';

const clients: EmbeddedClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.dispose();
});

function stage(text: string) {
  const cloud = new FakeCloud({
    rules: {
      storage: `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o {
    ${text}
  }
}`,
    },
  });
  const person = async (signedIn = true) => {
    const client = connect(cloud);
    clients.push(client);
    if (signedIn) await client.auth.guests.signIn();
    return client;
  };
  return { cloud, server: cloud.server, person };
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof PortError ? error.code : String(error)),
  );
const bytes = (size: number) => new Uint8Array(size).fill(1);
const upload = ({ storage }: EmbeddedClient, path: string, size = 3, contentType?: string) =>
  codeOf(storage.upload(path, bytes(size), contentType === undefined ? {} : { contentType }).done);

describe('a file', () => {
  it('that may not be read is answered the same whether it exists or not', async () => {
    const { person, server } = stage('match /{all=**} { allow get: if resource.metadata.open == "yes"; }');
    await server.storage.write('open', bytes(3), { custom: { open: 'yes' } });
    await server.storage.write('shut', bytes(3));
    const { storage, control } = await person();
    const reading = (path: string) =>
      Promise.all(
        [storage.metadata.get(path), storage.content.read(path), storage.downloadUrl(path)].map(codeOf),
      );
    expect(await reading('open')).toEqual(['done', 'done', 'done']);
    for (const path of ['shut', 'missing'])
      expect(await reading(path)).toEqual(Array(3).fill('storage/unauthorized'));
    expect((await control.refusals())[0]).toMatchObject({
      service: 'storage',
      method: 'get',
      path: 'missing',
    });
  });

  it('that is missing is reported as missing to users who may read it', async () => {
    const { person } = stage('match /{all=**} { allow read, delete: if true; }');
    const { storage } = await person();
    expect(await codeOf(storage.metadata.get('missing'))).toBe('storage/object-not-found');
    expect(await codeOf(storage.remove('missing'))).toBe('storage/object-not-found');
  });

  it('is authorized by the uploaded data', async () => {
    const { person } = stage(`match /a/{name} {
      allow create: if request.resource.size <= 5 && request.resource.contentType.matches('image/.*')
        && request.resource.name == 'a/' + name && request.auth != null;
    }`);
    const client = await person();
    expect(await upload(client, 'a/1', 5, 'image/png')).toBe('done');
    expect(await upload(client, 'a/2', 6, 'image/png')).toBe('storage/unauthorized');
    expect(await upload(client, 'a/3', 5, 'text/plain')).toBe('storage/unauthorized');
    expect(await upload(client, 'b/1', 5, 'image/png')).toBe('storage/unauthorized');
    expect(await upload(await person(false), 'a/4', 5, 'image/png')).toBe('storage/unauthorized');
  });

  // Observed of production by a maintainer in April 2026: https://github.com/firebase/firebase-tools/issues/10302
  it('that replaces another one is a create with the existing file as resource', async () => {
    const { person } = stage(`match /over/{name} { allow create: if true; }
      match /once/{name} { allow create: if resource == null; }
      match /meta/{name} { allow create: if true; allow update: if request.resource.cacheControl == 'no-store'
        && resource.size == request.resource.size; }`);
    const client = await person();
    for (const path of ['over/1', 'once/1', 'meta/1']) expect(await upload(client, path)).toBe('done');
    expect(await upload(client, 'over/1')).toBe('done');
    expect(await upload(client, 'once/1')).toBe('storage/unauthorized');
    const { storage } = client;
    expect(await codeOf(storage.metadata.update('over/1', { cacheControl: 'no-store' }))).toBe(
      'storage/unauthorized',
    );
    expect(await codeOf(storage.metadata.update('meta/1', { cacheControl: 'private' }))).toBe(
      'storage/unauthorized',
    );
    expect(await codeOf(storage.metadata.update('meta/1', { cacheControl: 'no-store' }))).toBe('done');
    expect(await codeOf(storage.metadata.update('meta/2', { cacheControl: 'no-store' }))).toBe(
      'storage/unauthorized',
    );
  });

  // The checksums are those that Cloud Storage publishes of these three bytes.
  const md5Hash = 'EvAj8G5+wSmG8f8KLiYYjg==';
  const crc32c = 'JOwqcA==';

  it('has checksums and an etag in rules when it is stored', async () => {
    const { person, server } = stage(`match /{name} { allow get: if resource.md5Hash == '${md5Hash}'
      && resource.crc32c == '${crc32c}' && resource.etag.matches('[A-Za-z0-9+/]{10,}=*')
      && resource.keys().hasAll(['md5Hash', 'crc32c', 'etag', 'generation', 'updated']); }
      match /etag/{name} { allow get: if resource.etag == 'x'; allow update: if 'crc32c' in request.resource
        && !('etag' in request.resource) && !('generation' in request.resource); }`);
    for (const path of ['same', 'etag/1']) await server.storage.write(path, bytes(3));
    await server.storage.write('other', bytes(4));
    const { storage } = await person();
    expect(await codeOf(storage.metadata.get('same'))).toBe('done');
    expect(await codeOf(storage.metadata.get('other'))).toBe('storage/unauthorized');
    expect(await codeOf(storage.metadata.get('etag/1'))).toBe('storage/unauthorized');
    expect(await codeOf(storage.metadata.update('etag/1', { cacheControl: 'private' }))).toBe('done');
  });

  it('has checksums in rules when it is uploaded completely', async () => {
    const { person } = stage(`match /md5/{name} { allow create: if request.resource.md5Hash == '${md5Hash}'; }
      match /crc/{name} { allow create: if request.resource.crc32c == '${crc32c}' && !('etag' in request.resource); }
      match /large/{name} { allow create: if request.resource.crc32c != '${crc32c}' && request.resource.size > 100; }`);
    const client = await person();
    for (const path of ['md5/1', 'crc/1']) {
      expect(await upload(client, path)).toBe('done');
      expect(await upload(client, path, 4)).toBe('storage/unauthorized');
    }
    expect(await upload(client, 'large/1', 600 * 1024)).toBe('done');
    expect(await upload(client, 'large/2', 3)).toBe('storage/unauthorized');
    expect(await codeOf(client.storage.upload('md5/2', bytes(3), { md5Hash }).done)).toBe('done');
  });

  it('is listed by rules of version 2 only', async () => {
    const text = `service firebase.storage { match /b/{bucket}/o { match /{all=**} { allow read; } } }`;
    const codes = ['', "rules_version = '1'; ", "rules_version = '2'; "].map(async (version) => {
      const client = connect(new FakeCloud({ rules: { storage: version + text } }));
      clients.push(client);
      return [await codeOf(client.storage.listing.list('')), await codeOf(client.storage.metadata.get('a'))];
    });
    const missing = 'storage/object-not-found';
    expect(await Promise.all(codes)).toEqual([
      ['storage/unauthorized', missing],
      ['storage/unauthorized', missing],
      ['done', missing],
    ]);
  });

  it('is listed and removed with separate permissions', async () => {
    const { person, server } = stage(`match /a/{all=**} { allow list: if true; }
      match /a/mine { allow delete: if resource.size == 3; }`);
    for (const path of ['a/mine', 'a/b/theirs']) await server.storage.write(path, bytes(3));
    const { storage } = await person();
    expect(await storage.listing.list('a')).toMatchObject({ objects: ['a/mine'], folders: ['a/b'] });
    expect(await codeOf(storage.listing.list(''))).toBe('storage/unauthorized');
    expect(await codeOf(storage.content.read('a/mine'))).toBe('storage/unauthorized');
    expect(await codeOf(storage.remove('a/b/theirs'))).toBe('storage/unauthorized');
    expect(await codeOf(storage.remove('a/mine'))).toBe('done');
  });
});

describe('documents that a storage rule reads', () => {
  const member = (name: string) =>
    `firestore.get(/databases/(default)/documents/members/$(${name})).data.role == 'editor'`;

  it('are read in their current state', async () => {
    const { person, server } = stage(`match /{name} { allow create: if ${member('request.auth.uid')}; }`);
    const client = await person();
    expect(await upload(client, 'a')).toBe('storage/unauthorized');
    const path = `members/${client.auth.currentUser()?.uid}`;
    await server.docs.batch([{ type: 'set', path, data: { role: 'editor' } }]);
    expect(await upload(client, 'a')).toBe('done');
  });

  it('are limited to two', async () => {
    const exists = (name: string) =>
      `firestore.exists(/databases/(default)/documents/members/${name}) == false`;
    const { person } = stage(`match /two { allow create: if ${exists('a')} && ${exists('b')}; }
      match /three { allow create: if ${exists('a')} && ${exists('b')} && ${exists('c')}; }`);
    const client = await person();
    expect(await upload(client, 'two')).toBe('done');
    expect(await upload(client, 'three')).toBe('storage/unauthorized');
  });

  it('are read again when an upload ends', async () => {
    const { person, server, cloud } = stage(
      'match /{name} { allow create: if firestore.exists(/databases/(default)/documents/open/door); }',
    );
    await server.docs.batch([{ type: 'set', path: 'open/door', data: {} }]);
    const client = await person();
    const task = client.storage.resumable.upload('a', bytes(600 * 1024));
    const told = codeOf(task.done);
    await new Promise<void>((resolve) => {
      const stop = task.watch({
        next({ bytesSent }) {
          if (bytesSent === 0) return;
          stop();
          resolve();
        },
      });
    });
    task.pause();
    await cloud.advance(1);
    await server.docs.batch([{ type: 'delete', path: 'open/door' }]);
    task.resume();
    expect(await told).toBe('storage/unauthorized');
    expect(await server.storage.read('a')).toBeNull();
  });
});
