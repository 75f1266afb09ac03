/** Where a session is kept: for the browser, a tab or a page. */
import { expect } from 'vitest';
import type { User } from '#ports/auth/auth.ts';
import { recorder, type Scenario } from '../harness.ts';
import { authPassword } from './common.ts';

export function keptSessionScenarios(scenario: Scenario): void {
  scenario(
    'sessions with local and session persistence survive a reload, and those with memory don’t',
    { needs: ['auth.session'] },
    async (scene) => {
      for (const [kind, remembered] of [
        ['local', true],
        ['session', true],
        ['memory', false],
      ] as const) {
        const client = await scene.member(`reload-${kind}`);
        await client.auth.session.setPersistence(kind);
        const again = await scene.reload(client);
        const users = recorder<User | null>();
        scene.closing(again.auth.onUserChange(users.next));
        await scene.settle();
        const email = remembered ? `reload-${kind}@example.com` : null;
        expect((await again.auth.ready())?.email ?? null).toBe(email);
        expect(users.values.map((user) => user?.email ?? null)).toEqual([email]);
      }
    },
  );

  scenario(
    'new tabs of a browser share a session with local persistence only',
    { needs: ['auth.session'] },
    async (scene) => {
      for (const [kind, shared] of [
        [null, true],
        ['local', true],
        ['session', false],
        ['memory', false],
      ] as const) {
        const client = await scene.connect();
        if (kind) await client.auth.session.setPersistence(kind);
        await client.auth.createUser({ email: `tab-${kind}@example.com`, password: authPassword });
        const tab = await scene.openTab(client);
        expect((await tab.auth.ready())?.email ?? null).toBe(shared ? `tab-${kind}@example.com` : null);
        await client.auth.signOut();
        const later = await scene.openTab(client);
        expect(await later.auth.ready()).toBeNull();
      }
    },
  );

  scenario(
    'open tabs with local persistence share sign-in and sign-out, and tabs with other persistence don’t',
    { needs: ['auth.session'] },
    async (scene) => {
      const here = await scene.connect();
      const [there, apart, gone] = [
        await scene.openTab(here),
        await scene.openTab(here),
        await scene.openTab(here),
      ];
      await apart.auth.session.setPersistence('session');
      await gone.auth.session.setPersistence('memory');
      const users = recorder<User | null>();
      scene.closing(there.auth.onUserChange(users.next));
      const followed = () => scene.advance(1000);
      const name = () => there.auth.currentUser()?.displayName;

      await here.auth.createUser({ email: 'ada@example.com', password: authPassword });
      await followed();
      expect(there.auth.currentUser()).toEqual(here.auth.currentUser());
      expect(await there.functions.call('whoAmI')).toBe(here.auth.currentUser()?.uid);
      await here.auth.updateProfile({ displayName: 'Ada' });
      await followed();
      expect(name()).toBe('Ada');
      await there.auth.updateProfile({ displayName: 'Ada L.' });
      await followed();
      expect(here.auth.currentUser()?.displayName).toBe('Ada L.');
      await here.auth.idToken({ forceRefresh: true });
      await followed();
      expect(await there.auth.idToken()).toEqual(await here.auth.idToken());
      await there.auth.signOut();
      await followed();
      expect(here.auth.currentUser()).toBeNull();
      expect(users.values.map((user) => user?.displayName)).toEqual([
        undefined,
        null,
        'Ada',
        'Ada L.',
        undefined,
      ]);
      for (const { auth } of [apart, gone]) expect(auth.currentUser()).toBeNull();
    },
  );

  scenario(
    'changing a session to session persistence signs the other tabs out',
    { needs: ['auth.session'] },
    async (scene) => {
      const here = await scene.member('ada');
      const there = await scene.openTab(here);
      expect((await there.auth.ready())?.email).toBe('ada@example.com');
      await here.auth.session.setPersistence('session');
      await scene.advance(1000);
      expect(there.auth.currentUser()).toBeNull();
      expect(here.auth.currentUser()?.email).toBe('ada@example.com');
      const again = await scene.reload(here);
      expect((await again.auth.ready())?.email).toBe('ada@example.com');
    },
  );

  scenario(
    'a session with session persistence survives a reload of its tab, and its sign-out does too',
    { needs: ['auth.session'] },
    async (scene) => {
      const client = await scene.connect();
      await client.auth.session.setPersistence('session');
      await client.auth.createUser({ email: 'ada@example.com', password: authPassword });
      const again = await scene.reload(client);
      expect((await again.auth.ready())?.email).toBe('ada@example.com');
      await again.auth.updateProfile({ displayName: 'Ada' });
      const third = await scene.reload(again);
      expect((await third.auth.ready())?.displayName).toBe('Ada');
      await third.auth.signOut();
      const last = await scene.reload(third);
      expect(await last.auth.ready()).toBeNull();
    },
  );

  scenario(
    'a session with session persistence is not shared with another tab after a reload',
    { needs: ['auth.session'] },
    async (scene) => {
      const client = await scene.connect();
      await client.auth.session.setPersistence('session');
      await client.auth.createUser({ email: 'ada@example.com', password: authPassword });
      const again = await scene.reload(client);
      await again.auth.updateProfile({ displayName: 'Ada' });
      await again.auth.idToken({ forceRefresh: true });
      const beside = await scene.openTab(again);
      expect(await beside.auth.ready()).toBeNull();
    },
  );

  scenario(
    'changing the persistence of a session moves it to the new store',
    { needs: ['auth.session'] },
    async (scene) => {
      for (const [before, after] of [
        ['local', 'memory'],
        ['session', 'memory'],
        ['session', 'local'],
      ] as const) {
        const client = await scene.connect();
        await client.auth.session.setPersistence(before);
        await client.auth.createUser({ email: `${before}-${after}@example.com`, password: authPassword });
        await client.auth.session.setPersistence(after);
        const again = await scene.reload(client);
        expect((await again.auth.ready()) !== null).toBe(after !== 'memory');
        await again.auth.signOut();
        expect(await (await scene.reload(again)).auth.ready()).toBeNull();
      }
    },
  );

  scenario(
    'a persistence chosen before sign-in applies to the session',
    { needs: ['auth.session'] },
    async (scene) => {
      const client = await scene.connect();
      await client.auth.session.setPersistence('memory');
      await client.auth.createUser({ email: 'ada@example.com', password: authPassword });
      const again = await scene.reload(client);
      expect(await again.auth.ready()).toBeNull();
    },
  );

  scenario('after a reload the first call to the backend is authenticated', async (scene) => {
    const client = await scene.member();
    const uid = client.auth.currentUser()?.uid;
    const again = await scene.reload(client);
    expect(await again.functions.call('whoAmI')).toBe(uid);
  });
}
