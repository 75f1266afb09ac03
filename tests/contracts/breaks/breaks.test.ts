/**
 * The contracts notice a provider that breaks a promise: the embedded one's source is changed, each time in one place, and the
 * scenario that stands for the promise has to fail. Without a change all of them pass.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlayableScenario } from '#contracts/harness.ts';
import { breaks } from './breaks.ts';
import { BrokenProviders } from './broken-provider.ts';

let providers: BrokenProviders;
beforeAll(async () => {
  providers = await BrokenProviders.open();
});
afterAll(() => providers.close());

function named(scenarios: readonly PlayableScenario[], wanted: string): PlayableScenario {
  const found = scenarios.find(({ name }) => name === wanted);
  if (!found) throw new Error(`There is no scenario “${wanted}”.`);
  return found;
}

/** Macrotasks after which a scenario that waits for something has not come and will not. */
const mostTurns = 20_000;

/**
 * Outcome of a scenario: `passes`, `fails`, or `stands still` when it waits for something that never comes. No time passes on a
 * stage by itself.
 */
async function ending({ play }: PlayableScenario): Promise<'passes' | 'fails' | 'stands still'> {
  const played = play().then(
    () => 'passes' as const,
    () => 'fails' as const,
  );
  const scenario = { over: false };
  void played.then(() => (scenario.over = true));
  const turns = async () => {
    for (let turn = 0; turn < mostTurns && !scenario.over; turn++)
      await new Promise((next) => setImmediate(next));
    return 'stands still' as const;
  };
  return Promise.race([played, turns()]);
}

test('the unchanged provider passes each of these scenarios', async () => {
  await providers.with(null, async (scenarios) => {
    const endings = new Map<string, string>();
    for (const { noticedBy } of breaks) endings.set(noticedBy, await ending(named(scenarios, noticedBy)));
    expect([...endings].filter(([, how]) => how !== 'passes')).toEqual([]);
  });
});

test.each(breaks)('$what: noticed', async ({ noticedBy, ...edit }) => {
  await providers.with(edit, async (scenarios) => {
    expect(await ending(named(scenarios, noticedBy))).not.toBe('passes');
  });
});
