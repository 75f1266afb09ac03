/** Operations of an operator: HTTP requests, configuration, a reset, the inbox, accounts. */
import { expect } from 'vitest';
import { controlOf } from '../docs/help.ts';
import { needing, type Provider, rejection, type Scenario } from '../harness.ts';
import { wholeStage } from '../scene.ts';

/** A request that the suite's HTTP function answers with what it was sent. */
export const echoRequest = {
  method: 'POST',
  path: '/in/x?y=1',
  headers: { 'x-key': 'k' },
  body: '{"a":1}',
};

/** Scenarios of the operator; they need the suite's HTTP function, and one named `echo`. */
export function controlScenarios(scenario: Scenario, provider: Provider): void {
  const controlled = needing(scenario, ['control']);

  controlled('requests over HTTP reach the handler', async ({ connect }) => {
    const control = controlOf(await connect());
    expect(await control.http(echoRequest)).toEqual({
      status: 202,
      headers: { 'x-key': 'k' },
      body: 'POST /in/x?y=1 {"a":1}',
    });
    const failed = await control.http({ ...echoRequest, path: '/fail' });
    expect(failed.status).toBe(500);
    expect(failed.body).not.toContain('hunter2');
  });

  controlled(
    'HTTP header names arrive in lower case, and a body above 10 MiB is answered with 413',
    async (scene) => {
      const control = controlOf(await scene.connect());
      const answer = await control.http({ ...echoRequest, headers: { 'X-Key': 'loud' } });
      expect(answer.headers).toEqual({ 'x-key': 'loud' });
      const [most, tooMuch] = ['x'.repeat(10 * 1024 * 1024), 'x'.repeat(10 * 1024 * 1024 + 1)];
      expect((await control.http({ ...echoRequest, body: most })).status).toBe(202);
      expect((await control.http({ ...echoRequest, body: tooMuch })).status).toBe(413);
      const silent = wholeStage(await provider.stage({ functions: { callables: {} } }));
      expect((await controlOf(await silent.connect()).http(echoRequest)).status).toBe(404);
      await silent.dispose();
    },
  );

  controlled('the operator’s HTTP requests succeed while the client is offline', async (scene) => {
    const client = await scene.connect();
    await scene.setNetwork(client, false);
    expect((await controlOf(client).http(echoRequest)).status).toBe(202);
  });

  controlled(
    'publishConfig publishes all values for every client, or none if one is invalid',
    async (scene) => {
      const control = controlOf(await scene.connect());
      await control.publishConfig({ color: 'red' });
      expect(await scene.server.config.value('color')).toBe('red');
      expect(await rejection(control.publishConfig({ ok: 'x', 'not ok': 'x' }))).toMatchObject({
        code: 'invalid-argument',
      });
      expect(await scene.server.config.value('ok')).toBeNull();
      const keys = (count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, '']));
      for (const values of [keys(3000), { big: 'x'.repeat(1_000_000) }])
        expect(await rejection(control.publishConfig(values))).toMatchObject({ code: 'out-of-range' });
      expect(await scene.server.config.value('key0')).toBeNull();
      await control.publishConfig(keys(2999));
      await control.publishConfig({ color: null });
      expect(await scene.server.config.value('color')).toBeNull();
    },
  );

  controlled('reset restores the initial state, and clients continue', async (scene) => {
    const [one, two] = [await scene.connect(), await scene.connect()];
    await controlOf(one).publishConfig({ color: 'red' });
    await scene.server.storage.write('a', new Uint8Array([1]));
    await controlOf(one).reset();
    expect(await scene.server.config.value('color')).toBeNull();
    expect(await scene.server.storage.read('a')).toBeNull();
    await scene.advance(5000);
    expect(await two.functions.call('echo', 1)).toBe(1);
  });

  controlled('reset signs every user out', async (scene) => {
    const client = await scene.member();
    await controlOf(client).reset();
    await scene.advance(5000);
    expect(client.auth.currentUser()).toBeNull();
  });

  controlled(
    'the inbox lists messages newest first, with the time they were sent',
    { needs: ['auth.mail'] },
    async (scene) => {
      const client = await scene.member('ada');
      const control = controlOf(client);
      const sent: number[] = [];
      for (let times = 0; times < 2; times++) {
        await client.auth.mail.sendVerification();
        sent.unshift(scene.server.clock.now());
        await scene.advance(1000);
      }
      const inbox = await control.inbox();
      expect(inbox.map(({ sentAt }) => sentAt)).toEqual(sent);
      expect(new Set(inbox.map(({ id }) => id)).size).toBe(2);
    },
  );

  controlled('accounts and inbox are empty in a new cloud', async ({ connect }) => {
    const control = controlOf(await connect());
    expect(await control.accounts()).toEqual([]);
    expect(await control.inbox()).toEqual([]);
  });
}
