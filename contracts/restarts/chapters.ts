/** Stories of accounts, files, tasks, configuration, messages and names. */
import { expect } from 'vitest';
import type { FunctionSet } from '#ports/server/handlers.ts';
import { rejection } from '../harness.ts';
import { bytes, digest, KiB } from '../storage/common.ts';
import type { Chapter } from './chapter.ts';

/** Payloads of tasks that ran, by the scenario's end. */
let ran: unknown[] = [];

export const forgetRuns = (): void => {
  ran = [];
};

export const chapterFunctions: FunctionSet = {
  callables: { whoAmI: async (_, { caller }) => caller?.uid ?? null },
  tasks: {
    note: async (payload) => {
      ran.push(payload);
    },
  },
};

const password = 'correct horse';
const minute = 60_000;

export const accountChapter: Chapter = {
  name: 'an account',
  needs: ['auth.password'],
  async tell(scene, n) {
    const client = await scene.member(`account-${n}`);
    await client.auth.updateProfile({ displayName: `Ada ${n}` });
    await client.auth.updatePassword(`${password} ${n}`);
    const uid = client.auth.currentUser()?.uid ?? '';
    const email = `account-${n}@example.com`;
    await scene.server.users.setClaims(uid, { n });
    return async () => {
      expect(await scene.server.users.byEmail(email)).toMatchObject({ uid, displayName: `Ada ${n}` });
      const elsewhere = await scene.connect();
      const old = { kind: 'password', email, password } as const;
      expect(await rejection(elsewhere.auth.signIn(old))).toMatchObject({ code: 'auth/invalid-credential' });
      await elsewhere.auth.signIn({ ...old, password: `${password} ${n}` });
      expect(elsewhere.auth.currentUser()?.uid).toBe(uid);
      expect((await elsewhere.auth.idToken())?.claims).toMatchObject({ n });
      // The earlier session goes on.
      expect((await client.auth.idToken({ forceRefresh: true }))?.claims).toMatchObject({ sub: uid, n });
      expect(await client.functions.call('whoAmI')).toBe(uid);
    };
  },
};

export const letter: Chapter = {
  name: 'a link in an email',
  needs: ['auth.password'],
  async tell(scene, n) {
    const { auth } = await scene.member(`letter-${n}`);
    await auth.mail.sendVerification();
    const sent = (await scene.inbox()).find(({ to }) => to === `letter-${n}@example.com`);
    const code = new URL(sent?.action ?? '').searchParams.get('oobCode') ?? '';
    let isUsed = false;
    return async () => {
      if (isUsed) expect(await rejection(auth.mail.checkCode(code))).toMatchObject({ name: 'PortError' });
      else await auth.mail.applyCode(code);
      isUsed = true;
      expect((await auth.reload()).emailVerified).toBe(true);
    };
  },
};

export const file: Chapter = {
  name: 'a file',
  needs: ['storage'],
  async tell(scene, n) {
    const { storage } = await scene.member(`file-${n}`);
    const content = bytes(3 * KiB, n + 1);
    const path = `files/f${n}`;
    await storage.upload(path, content, { custom: { n: 'old', gone: '1' }, contentLanguage: 'de' }).done;
    const metadata = await storage.metadata.update(path, {
      contentLanguage: null,
      cacheControl: 'no-store',
      custom: { n: String(n), gone: null },
    });
    await storage.upload(`files/gone${n}`, content).done;
    await storage.remove(`files/gone${n}`);
    return async () => {
      expect(await storage.metadata.get(path)).toEqual(metadata);
      expect(metadata).toMatchObject({
        cacheControl: 'no-store',
        custom: { n: String(n) },
        metageneration: '2',
      });
      expect(digest(await storage.content.read(path))).toBe(digest(content));
      const { objects } = await storage.listing.list('files');
      expect(objects).toContain(path);
      expect(objects).not.toContain(`files/gone${n}`);
    };
  },
};

export const task: Chapter = {
  name: 'a task',
  needs: ['server'],
  async tell(scene, n) {
    const { tasks, clock } = scene.server;
    await tasks.enqueue('note', { n }, { id: `task-${n}`, at: clock.now() + minute });
    await tasks.enqueue('note', { gone: n }, { id: `soon-${n}` });
    await scene.advance(0);
    let waited = false;
    return async () => {
      if (!waited) await scene.advance(minute);
      waited = true;
      await scene.server.tasks.enqueue('note', { again: n }, { id: `soon-${n}` });
      await scene.advance(1000);
      const of = (payload: object) => ran.filter((one) => JSON.stringify(one) === JSON.stringify(payload));
      expect([of({ n }), of({ gone: n }), of({ again: n })]).toEqual([[{ n }], [{ gone: n }], []]);
    };
  },
};

export const configuration: Chapter = {
  name: 'configuration',
  needs: ['config.live'],
  async tell(scene, n) {
    const { config } = await scene.connect();
    config.remote.setSettings({ minimumFetchIntervalMs: 0 });
    await scene.publishConfig({ [`color${n}`]: `red ${n}`, [`gone${n}`]: 'x' });
    await scene.publishConfig({ [`gone${n}`]: null });
    return async () => {
      expect(await scene.server.config.value(`color${n}`)).toBe(`red ${n}`);
      expect(await scene.server.config.value(`gone${n}`)).toBeNull();
      await config.remote.fetch();
      await config.remote.activate();
      expect(config.value(`color${n}`).asString()).toBe(`red ${n}`);
    };
  },
};

export const registration: Chapter = {
  name: 'a push registration',
  needs: ['messaging.foreground'],
  async tell(scene, n) {
    const { messaging } = await scene.member(`push-${n}`);
    const { id } = await messaging.register({ ask: true });
    const received: unknown[] = [];
    scene.closing(messaging.onMessage(({ data }) => void received.push(data['n'])));
    let sent = 0;
    return async () => {
      expect((await messaging.registration())?.id).toBe(id);
      await scene.server.push.send(id, { data: { n: `${n}/${sent++}` } });
      await scene.settle();
      expect(received).toEqual(Array.from({ length: sent }, (_, at) => `${n}/${at}`));
    };
  },
};

export const waitingMessage: Chapter = {
  name: 'a message that waits for its browser',
  needs: ['messaging.foreground'],
  async tell(scene, n) {
    const client = await scene.member(`waits-${n}`);
    const { id } = await client.messaging.register({ ask: true });
    const received: unknown[] = [];
    scene.closing(client.messaging.onMessage(({ data }) => void received.push(data['n'])));
    await scene.setNetwork(client, false);
    await scene.server.push.send(id, { data: { n: String(n) } });
    await scene.settle();
    return async () => {
      await scene.setNetwork(client, true);
      await scene.settle();
      expect(received).toEqual([String(n)]);
    };
  },
};

const given = new Set<string>();

export const forgetNames = (): void => given.clear();

export const names: Chapter = {
  name: 'names that are given',
  needs: ['server'],
  async tell(scene, n) {
    const { random, docs } = scene.server;
    const client = await scene.member(`names-${n}`);
    const drawn = [
      ...Array.from({ length: 20 }, () => [random.id(), random.secret(), docs.newId()]).flat(),
      ...Array.from({ length: 20 }, () => client.docs.newId()),
      client.auth.currentUser()?.uid ?? '',
    ];
    for (const name of drawn) {
      expect(given.has(name)).toBe(false);
      given.add(name);
    }
    return async () => {};
  },
};
