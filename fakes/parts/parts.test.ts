/** Clouds of some services: what they do, and what they say of the others. */
import { describe, expect, it } from 'vitest';
import { can, supportOf } from '#ports/capabilities.ts';
import { connect } from '#fakes/client/client.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { compileDocRules } from '#firebase-rules/rules/rules.ts';
import { account } from '#fakes/client/auth/people.fixture.ts';
import { authPart } from './auth.ts';
import { cloudOf, connectTo } from './cloud-of.ts';
import { configPart } from './config.ts';
import { browserCaches, indexChecks } from './docs-abilities.ts';
import { docsPart, docsPartWith } from './docs.ts';
import { functionsPart } from './functions.ts';
import { messagingPart } from './messaging.ts';
import { performancePart } from './performance.ts';
import { realtimePart } from './realtime.ts';
import { greet } from './small-program.fixture.ts';
import { storagePart } from './storage.ts';

const small = () => cloudOf({ auth: authPart, docs: docsPart });
const missing = (name: string) => ({
  code: 'unimplemented',
  message: `This cloud was made without ${name}.`,
});
const rules = `rules_version = '2'; service cloud.firestore { match /databases/{d}/documents {
  match /notes/{id} { allow read; allow write: if request.auth != null; } } }`;

describe('a cloud of documents and auth', () => {
  it('shows one user’s writes to another', async () => {
    const cloud = small();
    const [ada, ben] = [connectTo(cloud), connectTo(cloud)];
    await ada.auth.createUser(account('ada'));
    const seen: unknown[] = [];
    ben.docs.watch('notes/a', { next: ({ data }) => seen.push(data) });
    await settle();
    await ada.docs.write({ type: 'set', path: 'notes/a', data: { n: 1 } });
    await settle();
    expect(seen).toEqual([null, { n: 1 }]);
    expect(await greet()).toEqual({ text: 'Hello' });
  });

  it('has absent ports for other services and declares them in the manifest', async () => {
    const client = connectTo(small());
    const lacks = { code: 'unimplemented', message: 'This backend has no realtime.' };
    expect(() => client.realtime.get('a')).toThrow(expect.objectContaining(lacks));
    expect(() => client.storage.downloadUrl('a')).toThrow(expect.objectContaining({ code: 'unimplemented' }));
    expect(can(client.capabilities, 'auth.password')).toBe(true);
    expect(can(client.capabilities, 'docs.offline')).toBe(true);
    for (const name of [
      'realtime',
      'functions.stream',
      'storage',
      'messaging',
      'config',
      'performance',
    ] as const)
      expect(supportOf(client.capabilities, name)).toBe('no');
    for (const name of ['docs.rules', 'docs.indexes', 'docs.persistence'] as const)
      expect(can(client.capabilities, name)).toBe(false);
  });

  it('rejects requests to missing services from clients, operator and server code', async () => {
    const cloud = small();
    const client = connect(cloud);
    await expect(client.realtime.get('a')).rejects.toMatchObject(missing('realtime'));
    await expect(client.functions.call('double', 1)).rejects.toMatchObject(missing('functions'));
    await expect(client.control.publishConfig({ a: '1' })).rejects.toMatchObject(missing('config'));
    const request = { method: 'GET', path: '/', headers: {}, body: '' } as const;
    await expect(cloud.http(request)).rejects.toMatchObject(missing('functions'));
    expect(() => cloud.server.realtime.get('a')).toThrow(expect.objectContaining({ code: 'unimplemented' }));
  });

  it.each([
    ['functions', { functions: { callables: {} } }],
    ['rules.database', { rules: { database: '{"rules":{}}' } }],
    ['config', { config: { a: '1' } }],
    ['indexes', { indexes: '{}' }],
  ])('rejects the unused option %s', (name, options) => {
    expect(() => cloudOf({ auth: authPart, docs: docsPart }, options)).toThrow(TypeError);
    expect(() => cloudOf({ auth: authPart, docs: docsPart }, options)).toThrow(name);
  });

  it('exports to a cloud with the same services only', async () => {
    const cloud = small();
    await cloud.server.docs.batch([{ type: 'set', path: 'notes/a', data: { n: 1 } }]);
    const text = cloud.exportText();
    const other = small();
    other.importText(text);
    expect((await other.server.docs.get('notes/a')).data).toEqual({ n: 1 });
    const whole = { code: 'invalid-argument', message: expect.stringContaining('nothing of realtime') };
    expect(() => new FakeCloud().importText(text)).toThrow(expect.objectContaining(whole));
    const surplus = { code: 'invalid-argument', message: expect.stringContaining('made without') };
    expect(() => small().importText(new FakeCloud().exportText())).toThrow(expect.objectContaining(surplus));
  });
});

describe('documents with abilities', () => {
  it('enforces rules only with their language', async () => {
    const parts = { auth: authPart, docs: docsPart };
    const client = connectTo(cloudOf(parts, { rules: { firestore: rules }, languages: { compileDocRules } }));
    const write = () => client.docs.write({ type: 'set', path: 'notes/a', data: {} });
    expect(can(client.capabilities, 'docs.rules')).toBe(true);
    await expect(write()).rejects.toMatchObject({ code: 'permission-denied' });
    await client.auth.guests.signIn();
    await write();
    expect(() => cloudOf(parts, { rules: { firestore: rules } })).toThrow('compileDocRules');
  });

  it('checks indexes and caches documents only with these parts', async () => {
    const docs = docsPartWith({ indexes: indexChecks, caches: browserCaches });
    const cloud = cloudOf({ docs }, { indexes: '{"indexes":[]}' });
    const stores = { local: memoryStore(), session: memoryStore() };
    const first = connectTo(cloud, { stores });
    expect(can(first.capabilities, 'docs.indexes')).toBe(true);
    const query = {
      collection: 'notes',
      where: [{ field: 'a', op: '==', value: 1 }],
      orderBy: [{ field: 'b', direction: 'desc' }],
    } as const;
    await expect(first.docs.find(query)).rejects.toMatchObject({ code: 'failed-precondition' });
    first.control.setNetwork(false);
    await settle();
    void first.docs.write({ type: 'set', path: 'notes/a', data: { n: 1 } }).catch(() => undefined);
    await settle();
    await first.dispose();
    const next = connectTo(cloud, { stores });
    await settle();
    expect((await next.docs.get('notes/a')).data).toEqual({ n: 1 });
  });
});

it('a cloud of all parts has the capabilities of the complete provider', () => {
  const cloud = cloudOf({
    auth: authPart,
    docs: docsPartWith({ indexes: indexChecks, caches: browserCaches }),
    realtime: realtimePart,
    functions: functionsPart,
    storage: storagePart,
    messaging: messagingPart,
    config: configPart,
    performance: performancePart,
  });
  const { supports } = connectTo(cloud).capabilities;
  const whole = connect(new FakeCloud()).capabilities.supports;
  const differing = Object.keys(whole).filter(
    (name) => supports[name as keyof typeof whole] !== whole[name as keyof typeof whole],
  );
  expect(differing).toEqual(['docs.rules', 'realtime.rules', 'storage.rules']);
  expect(cloud.operations()).toEqual(new FakeCloud().operations());
});
