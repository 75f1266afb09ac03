/**
 * Promises of `Unsubscribe` and `Observer`, checked on every subscription of every port: when events come, when none do, and that
 * nothing stays open. Each scenario also shows that there was an event to deliver.
 */
import { expect, vi } from 'vitest';
import type { CompleteBackend } from '#ports/complete.ts';
import { contract, needing, type Provider, recorder, type Scenario, type Scene } from './harness.ts';
import { subscriptionEndScenarios } from './subscriptions/endings.ts';
import { type SubscriptionKind, kinds } from './subscriptions/kinds.ts';

async function ready(scene: Scene, kind: SubscriptionKind): Promise<CompleteBackend> {
  const client = await scene.member();
  await kind.prepare?.(scene, client);
  return client;
}

/** Causes an event, and waits for its delivery. */
async function happen(
  scene: Scene,
  kind: SubscriptionKind,
  client: CompleteBackend,
  turn: number,
): Promise<void> {
  await kind.stir(scene, client, turn);
  await scene.settle();
}

function kindScenarios(scenario: Scenario, kind: SubscriptionKind): void {
  const named = needing(scenario, kind.needs);

  named('a listener is never called inside the call that subscribes', async (scene) => {
    const client = await ready(scene, kind);
    // A present value would be available already.
    const first = recorder<unknown>();
    scene.closing(kind.subscribe(client, first));
    await happen(scene, kind, client, 1);
    const seen = recorder<unknown>();
    scene.closing(kind.subscribe(client, seen));
    expect(seen.values).toEqual([]);
    await scene.settle();
    expect(seen.values.length > 0).toBe(kind.startsWithNow);
    await happen(scene, kind, client, 2);
    expect(seen.values.length).toBeGreaterThan(0);
    expect([...first.errors, ...seen.errors]).toEqual([]);
  });

  named('a listener that unsubscribes immediately gets nothing', async (scene) => {
    const client = await ready(scene, kind);
    const [early, known, other] = [recorder<unknown>(), recorder<unknown>(), recorder<unknown>()];
    kind.subscribe(client, early)();
    scene.closing(kind.subscribe(client, other));
    await scene.settle();
    await happen(scene, kind, client, 1);
    kind.subscribe(client, known)();
    await happen(scene, kind, client, 2);
    expect([early.values, early.errors, known.values, known.errors]).toEqual([[], [], [], []]);
    expect(other.values.length).toBeGreaterThan(0);
  });

  named('an event in progress is not reported after unsubscribing', async (scene) => {
    const client = await ready(scene, kind);
    const other = recorder<unknown>();
    scene.closing(kind.subscribe(client, other));
    await scene.settle();
    // However far it has come by then: each time it is given one more turn on its way.
    for (let turns = 0; turns < 30; turns++) {
      const early = recorder<unknown>();
      const before = other.values.length;
      const stop = kind.subscribe(client, early);
      const under = kind.stir(scene, client, turns + 1);
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      const told = early.values.length;
      stop();
      stop();
      await under;
      await scene.settle();
      expect({ turns, told: early.values.length }).toEqual({ turns, told });
      expect(other.values.length).toBeGreaterThan(before);
      expect(early.errors).toEqual([]);
    }
  });

  named('a listener that unsubscribes inside its callback gets nothing more', async (scene) => {
    const client = await ready(scene, kind);
    const other = recorder<unknown>();
    let told = 0;
    const stop = kind.subscribe(client, {
      next: () => {
        told++;
        stop();
      },
      error: () => {},
    });
    scene.closing(kind.subscribe(client, other));
    await scene.settle();
    await happen(scene, kind, client, 1);
    await happen(scene, kind, client, 2);
    expect(told).toBe(1);
    expect(other.values.length).toBeGreaterThan(1);
  });

  named('two subscriptions with the same observer are independent', async (scene) => {
    const client = await ready(scene, kind);
    const seen = recorder<unknown>();
    const stop = kind.subscribe(client, seen);
    scene.closing(kind.subscribe(client, seen));
    await scene.settle();
    const before = seen.values.length;
    await happen(scene, kind, client, 1);
    const twice = seen.values.length - before;
    stop();
    await happen(scene, kind, client, 2);
    const once = seen.values.length - before - twice;
    expect(twice).toBe(2 * once);
    expect(once).toBeGreaterThan(0);
  });

  named('a subscription continues when another client’s subscription ends', async (scene) => {
    const [client, stranger] = [await ready(scene, kind), await ready(scene, kind)];
    const seen = recorder<unknown>();
    scene.closing(kind.subscribe(client, seen));
    const theirs = kind.subscribe(stranger, recorder());
    await scene.settle();
    const before = seen.values.length;
    theirs();
    await stranger.dispose();
    await happen(scene, kind, client, 1);
    expect(seen.values.length).toBeGreaterThan(before);
    expect(seen.errors).toEqual([]);
  });

  named('a callback that throws affects neither other callbacks nor its own later calls', async (scene) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const client = await ready(scene, kind);
    const other = recorder<unknown>();
    let told = 0;
    const stop = kind.subscribe(client, {
      next: () => {
        told++;
        throw new Error('a mistake of the subscriber');
      },
      error: () => {},
    });
    scene.closing(kind.subscribe(client, other));
    await scene.settle();
    await happen(scene, kind, client, 1);
    await happen(scene, kind, client, 2);
    stop();
    expect(told).toBe(other.values.length);
    expect(told).toBeGreaterThan(1);
    expect(logged).toHaveBeenCalledTimes(told);
    logged.mockRestore();
  });

  subscriptionEndScenarios(named, kind, ready, happen);
}

/** `port`: of this one alone, where a stage has no other. */
export function subscriptionsContract(provider: Provider, port?: string): void {
  const meant = ([name]: [string, SubscriptionKind]) => port === undefined || name.startsWith(`${port}.`);
  for (const [name, kind] of Object.entries<SubscriptionKind>(kinds).filter(meant))
    contract(`${name} · subscription`, provider, (scenario) => kindScenarios(scenario, kind));
}
