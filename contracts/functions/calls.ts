/** Functions: input, output, and caller. */
import { expect } from 'vitest';
import type { Scenario } from '../harness.ts';

export function callScenarios(scenario: Scenario): void {
  scenario('each client calls with its own identity', async (scene) => {
    const [ann, bob] = [await scene.member('ann'), await scene.member('bob')];
    const [first, second] = await Promise.all([ann.functions.call('who'), bob.functions.call('who')]);
    expect(first).not.toBe(second);
    expect([first, second]).not.toContain(null);
  });

  scenario('a call transfers JSON in both directions', async ({ connect }) => {
    const { functions } = await connect();
    const input = { text: 'ü', n: -1.5, yes: true, none: null, list: [1, ['a']], map: { deep: {} } };
    expect(await functions.call('echo', input)).toEqual(input);
  });

  scenario('inputs and results of a call are copies', async ({ connect }) => {
    const { functions } = await connect();
    const input = { list: [1] };
    const calling = functions.call<{ list: number[] }>('echo', input);
    input.list.push(2);
    const result = await calling;
    expect(result).toEqual({ list: [1] });
    result.list.push(3);
    expect(input.list).toEqual([1, 2]);
  });

  scenario('an omitted input arrives as null', async ({ connect }) => {
    const { functions } = await connect();
    expect(await functions.call('echo')).toBeNull();
  });

  scenario('dates arrive as ISO strings and undefined fields are left out', async ({ connect }) => {
    const { functions } = await connect();
    const input = { at: new Date(Date.UTC(2026, 0, 5)), left: undefined, list: [undefined] };
    const echoed = await functions.call<object>('echo', input);
    expect(echoed).toEqual({ at: '2026-01-05T00:00:00.000Z', list: [null] });
    expect(Object.keys(echoed)).toEqual(['at', 'list']);
  });

  scenario('results encode dates and undefined fields like inputs', async ({ connect }) => {
    const { functions } = await connect();
    const answer = await functions.call<object>('answer');
    expect(answer).toEqual({ at: '2026-01-05T00:00:00.000Z', list: [null, 1] });
    expect(Object.keys(answer)).toEqual(['at', 'list']);
    expect(await functions.call('nothing')).toBeNull();
  });

  for (const [what, input] of [
    ['NaN', { n: Number.NaN }],
    ['an infinity', [Infinity]],
    ['a function', { f: () => 1 }],
    ['an instance of a class', { at: new Map() }],
  ] as const)
    scenario(`${what} in the input throws a TypeError synchronously`, async ({ connect }) => {
      const { functions } = await connect();
      expect(() => functions.call('echo', input)).toThrow(TypeError);
      expect(() => functions.stream.open('echo', input)).toThrow(TypeError);
    });

  scenario('an invalid name or time-out throws a TypeError synchronously', async ({ connect }) => {
    const { functions } = await connect();
    expect(() => functions.call('')).toThrow(TypeError);
    expect(() => functions.call('echo', null, { timeoutMs: 0 })).toThrow(TypeError);
    expect(() => functions.call('echo', null, { timeoutMs: Number.NaN })).toThrow(TypeError);
  });

  scenario('a call of a signed-out client has no caller', async ({ connect }) => {
    const { functions } = await connect();
    expect(await functions.call('who')).toBeNull();
  });

  scenario('the function sees the caller’s claims', async (scene) => {
    const { auth, functions } = await scene.member();
    await scene.server.users.setClaims(auth.currentUser()?.uid ?? '', { role: 'lead' });
    await auth.idToken({ forceRefresh: true });
    expect(await functions.call('claims')).toMatchObject({ role: 'lead' });
  });

  scenario('a call after sign-out has no caller', async ({ member }) => {
    const client = await member();
    expect(await client.functions.call('who')).not.toBeNull();
    await client.auth.signOut();
    expect(await client.functions.call('who')).toBeNull();
  });
}
