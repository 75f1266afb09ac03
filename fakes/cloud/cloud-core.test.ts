/** A cloud that loads its rules languages and backend code when the first request needs them. */
import { describe, expect, it } from 'vitest';
import { connect } from '#fakes/client/client.ts';
import { rulesLanguages } from '#firebase-rules/rules-languages.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { CloudCore } from './cloud-core.ts';
import type { CloudParts } from './cloud-parts.ts';
import { everyService } from './every-service.ts';

const rules = {
  firestore: `rules_version = '2'; service cloud.firestore { match /databases/{d}/documents {
    match /open/{id} { allow read, write; } match /closed/{id} { allow read, write: if false; } } }`,
  storage: `rules_version = '2'; service firebase.storage { match /b/{b}/o { match /{all=**} { allow read, write: if false; } } }`,
  database: '{"rules":{"open":{".read":true,".write":true}}}',
};

const parts: CloudParts = {
  languages: rulesLanguages,
  functions: {
    callables: { double: async (input) => Number(input) * 2 },
    http: async ({ path }) => ({ status: 200, headers: {}, body: path }),
    schedules: { sweep: { everyMs: 1000, run: async ({ docs }) => docs.batch([swept]) } },
  },
};
const swept = { type: 'set', path: 'open/swept', data: {} } as const;

/** A cloud whose parts arrive, or fail, when the test says so. */
function deferred() {
  const loads: PromiseWithResolvers<CloudParts>[] = [];
  const cloud = new CloudCore(everyService, { rules }, () => {
    const load = Promise.withResolvers<CloudParts>();
    loads.push(load);
    return load.promise;
  });
  return { cloud, loads, client: connect(cloud) };
}

const forbidden = { code: 'permission-denied' };

describe('a cloud whose parts are not loaded', () => {
  it('signs in, fetches configuration and answers the operator without loading parts', async () => {
    const { client, loads } = deferred();
    await client.auth.guests.signIn();
    await client.config.remote.fetch();
    await client.control.accounts();
    expect(loads).toHaveLength(0);
  });

  it.each([
    ['a document', (client) => client.docs.get('open/a')],
    ['a file', (client) => client.storage.metadata.get('a').catch((error: unknown) => error)],
    ['a place of the realtime database', (client) => client.realtime.get('open')],
    ['a function', (client) => client.functions.call('double', 4)],
    [
      'an HTTP request',
      (client) => client.control.http({ method: 'GET', path: '/x', headers: {}, body: '' }),
    ],
  ] satisfies readonly (readonly [string, (client: ReturnType<typeof connect>) => Promise<unknown>])[])(
    'answers %s once the parts are loaded, and loads them once',
    async (_name, ask) => {
      const { client, loads } = deferred();
      let answered = false;
      const answers = Promise.all([ask(client), ask(client)]).then(() => (answered = true));
      await settle();
      expect(answered).toBe(false);
      expect(loads).toHaveLength(1);
      loads[0]?.resolve(parts);
      await answers;
      expect(answered).toBe(true);
    },
  );

  it('denies requests by its rules, and keeps the order of waiting requests', async () => {
    const { client, loads } = deferred();
    const write = (path: string, n: number) => client.docs.write({ type: 'set', path, data: { n } });
    const refused = write('closed/a', 1);
    const written = [write('open/a', 1), write('open/a', 2), write('open/a', 3)];
    await settle();
    loads[0]?.resolve(parts);
    await expect(refused).rejects.toMatchObject(forbidden);
    await Promise.all(written);
    expect((await client.docs.get('open/a')).data).toEqual({ n: 3 });
    await expect(client.docs.get('closed/a')).rejects.toMatchObject(forbidden);
  });

  it('starts schedules only with its parts', async () => {
    const { cloud, loads } = deferred();
    await cloud.advance(5000);
    expect((await cloud.server.docs.get('open/swept')).data).toBeNull();
    const completed = cloud.complete();
    loads[0]?.resolve(parts);
    await completed;
    await cloud.advance(1000);
    expect((await cloud.server.docs.get('open/swept')).data).toEqual({});
  });

  it('is unreachable while its parts fail to load, and loads them again on the next request', async () => {
    const { cloud, client, loads } = deferred();
    const refused = client.realtime.get('open');
    await settle();
    loads[0]?.reject(new Error('The script is missing.'));
    await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
    await cloud.advance(60_000);
    const read = client.realtime.get('open');
    await settle();
    expect(loads).toHaveLength(2);
    loads[1]?.resolve(parts);
    expect((await read).value).toBeNull();
  });

  it('starts nothing when it was disposed meanwhile', async () => {
    const { cloud, loads } = deferred();
    let installed = 0;
    const completed = cloud.complete();
    cloud.dispose();
    loads[0]?.resolve({ ...parts, onInstalled: () => installed++ });
    await completed;
    await cloud.clock.advance(5000);
    expect(installed).toBe(0);
    expect((await cloud.server.docs.get('open/swept')).data).toBeNull();
  });
});
