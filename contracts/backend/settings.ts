/** The promises of ports/defaults: settings have the defaults and bounds of their sources, and take effect. */
import { expect } from 'vitest';
import { unlimitedCache } from '#ports/defaults.ts';
import { PortError } from '#ports/errors.ts';
import { documented } from '#provider-kit/settings.fixture.ts';
import { rejection, type Scenario } from '../harness.ts';

const outOfRange = expect.objectContaining({ name: PortError.name, code: 'out-of-range' });

/** Scenarios of settings; they need a function named `hang`, which never answers. */
export function settingScenarios(scenario: Scenario): void {
  scenario('settings have their documented defaults unless they are set', async ({ connect }) => {
    const usual = Object.fromEntries(
      Object.entries(documented).map(([name, { usual: value }]) => [name, value]),
    );
    expect((await connect()).settings).toEqual(usual);
    const { settings } = await connect({ settings: { callTimeoutMs: 1000 } });
    expect(settings).toEqual({ ...usual, callTimeoutMs: 1000 });
  });

  for (const [name, { least, most }] of Object.entries(documented))
    scenario(
      `${name} out of its bounds rejects with out-of-range and names the setting`,
      async ({ connect }) => {
        for (const value of [least - 2, most * 2, Number.NaN]) {
          const error = await rejection(connect({ settings: { [name]: value } }));
          expect(error).toEqual(outOfRange);
          expect((error as Error).message).toContain(name);
        }
      },
    );

  scenario('cacheBytes can be unlimited', async ({ connect }) => {
    const { settings } = await connect({ settings: { cacheBytes: unlimitedCache } });
    expect(settings.cacheBytes).toBe(unlimitedCache);
  });

  scenario('an unknown setting rejects with a TypeError', async ({ connect }) => {
    expect(await rejection(connect({ settings: { nonsense: 1 } as never }))).toBeInstanceOf(TypeError);
  });

  scenario('callTimeoutMs limits the duration of calls', async (scene) => {
    const { functions } = await scene.connect({ settings: { callTimeoutMs: 500 } });
    const calling = rejection(functions.call('hang'));
    await scene.advance(500);
    expect(await calling).toMatchObject({ code: 'deadline-exceeded' });
  });

  scenario(
    'passwordMinLength sets the shortest password',
    { needs: ['auth.password-rules'] },
    async ({ connect }) => {
      const { auth } = await connect({ settings: { passwordMinLength: 10 } });
      expect(await auth.passwordRules.validate('ninesigns')).toMatchObject({ ok: false, minLength: 10 });
      const account = { email: 'ada@example.com', password: 'ninesigns' };
      expect(await rejection(auth.createUser(account))).toMatchObject({ code: 'auth/weak-password' });
      await auth.createUser({ ...account, password: 'ten signs!' });
    },
  );

  scenario(
    'transactionAttempts sets the attempts of a transaction',
    { needs: ['docs.transactions'] },
    async (scene) => {
      const { docs } = await scene.connect({ settings: { transactionAttempts: 2 } });
      let runs = 0;
      const run = docs.transactions.run(async (transaction) => {
        await transaction.get('notes/a');
        await scene.server.docs.batch([{ type: 'set', path: 'notes/a', data: { runs: ++runs } }]);
        transaction.write({ type: 'delete', path: 'notes/a' });
      });
      const refused = rejection(run);
      for (let waited = 0; waited < 10; waited++) {
        await scene.settle();
        await scene.advance(1000);
      }
      expect(await refused).toMatchObject({ code: 'aborted' });
      expect(runs).toBe(2);
    },
  );

  scenario(
    'configFetchIntervalMs sets how long fetched configuration is fresh',
    { needs: ['config.remote'] },
    async (scene) => {
      const { config } = await scene.connect({ settings: { configFetchIntervalMs: 1000 } });
      await config.remote.fetch();
      const first = config.remote.status().fetchedAt ?? 0;
      await scene.advance(999);
      await config.remote.fetch();
      expect(config.remote.status().fetchedAt).toBe(first);
      await scene.advance(1);
      await config.remote.fetch();
      expect(config.remote.status().fetchedAt).toBe(first + 1000);
    },
  );

  scenario(
    'operationRetryMs and uploadRetryMs set how long storage retries',
    { needs: ['storage.content'] },
    async (scene) => {
      const client = await scene.connect({ settings: { operationRetryMs: 5000, uploadRetryMs: 7000 } });
      await scene.setNetwork(client, false);
      const upload = client.storage.upload('a', Uint8Array.of(1));
      const reading = rejection(client.storage.content.read('a'));
      await scene.advance(5000);
      expect(await reading).toMatchObject({ code: 'storage/retry-limit-exceeded' });
      expect(upload.progress().state).toBe('running');
      await scene.advance(2000);
      expect(await rejection(upload.done)).toMatchObject({ code: 'storage/retry-limit-exceeded' });
    },
  );

  scenario(
    'registrationRefreshMs sets when a push registration is renewed',
    { needs: ['messaging.foreground'] },
    async (scene) => {
      const day = 86_400_000;
      const { messaging } = await scene.connect({ settings: { registrationRefreshMs: 2 * day } });
      const { refreshedAt } = await messaging.register({ ask: true });
      await scene.advance(2 * day - 1000);
      expect((await messaging.registration())?.refreshedAt).toBe(refreshedAt);
      await scene.advance(2000);
      expect((await messaging.registration())?.refreshedAt).toBe(refreshedAt + 2 * day);
    },
  );

  scenario(
    'configFetchTimeoutMs sets the time-out of a configuration fetch',
    { needs: ['control', 'config.remote'] },
    async (scene) => {
      const { config, control } = await scene.connect({ settings: { configFetchTimeoutMs: 2000 } });
      await control?.inject({ kind: 'latency', service: 'config', ms: 60_000 });
      const fetching = rejection(config.remote.fetch());
      await scene.advance(2000);
      expect(await fetching).toMatchObject({ code: 'config/fetch-timeout' });
    },
  );
}
