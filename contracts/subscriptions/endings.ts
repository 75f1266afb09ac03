/** Ends of subscriptions, and their remains. */
import { expect } from 'vitest';
import type { CompleteBackend } from '#ports/complete.ts';
import type { Observer } from '#ports/shared.ts';
import { recorder, type Scenario, type Scene } from '../harness.ts';
import type { SubscriptionKind } from './kinds.ts';

type Ready = (scene: Scene, kind: SubscriptionKind) => Promise<CompleteBackend>;
type Happen = (scene: Scene, kind: SubscriptionKind, client: CompleteBackend, turn: number) => Promise<void>;

export function subscriptionEndScenarios(
  named: Scenario,
  kind: SubscriptionKind,
  ready: Ready,
  happen: Happen,
): void {
  named('unsubscribing closes the subscription', async (scene) => {
    const client = await ready(scene, kind);
    const before = scene.openSubscriptions(client);
    const stops = [1, 2].map(() => kind.subscribe(client, recorder()));
    await scene.settle();
    for (const stop of stops) stop();
    for (const stop of stops) stop();
    expect(scene.openSubscriptions(client)).toBe(before);
    await happen(scene, kind, client, 1);
    expect(scene.openSubscriptions(client)).toBe(before);
  });

  named('disposal ends a subscription without an event and closes it', async (scene) => {
    const client = await ready(scene, kind);
    const seen = recorder<unknown>();
    const stop = kind.subscribe(client, seen);
    await scene.settle();
    await happen(scene, kind, client, 1);
    const under = Promise.resolve(kind.stir(scene, client, 2)).catch(() => {});
    const told = seen.values.length;
    await client.dispose();
    await under;
    await scene.settle();
    expect(seen.values).toHaveLength(told);
    expect(told).toBeGreaterThan(0);
    expect(seen.errors).toEqual([]);
    expect(scene.openSubscriptions(client)).toBe(0);
    stop();
    expect(scene.openSubscriptions(client)).toBe(0);
  });

  named('a subscription made after disposal reports at most one error and stays closed', async (scene) => {
    const client = await ready(scene, kind);
    await client.dispose();
    await scene.settle();
    const [seen, quiet] = [recorder<unknown>(), recorder<unknown>()];
    const stop = kind.subscribe(client, seen);
    kind.subscribe(client, quiet)();
    expect([seen.values, seen.errors]).toEqual([[], []]);
    await scene.settle();
    await Promise.resolve(kind.stir(scene, client, 1)).catch(() => {});
    await scene.settle();
    expect([seen.values, quiet.values, quiet.errors]).toEqual([[], [], []]);
    expect(seen.errors).toMatchObject(kind.reports ? [{ code: 'failed-precondition' }] : []);
    expect(scene.openSubscriptions(client)).toBe(0);
    stop();
    stop();
    expect(scene.openSubscriptions(client)).toBe(0);
  });

  const { failing } = kind;
  if (failing) {
    named(
      'an error is reported once and closes the subscription',
      { needs: failing.needs },
      async (scene) => {
        const client = await ready(scene, kind);
        const seen = recorder<unknown>();
        await failing.before?.(client);
        const stop = kind.subscribe(client, seen);
        await scene.settle();
        await failing.after?.(client);
        await scene.settle();
        const told = seen.values.length;
        expect(seen.errors).toMatchObject([{ name: 'PortError', code: failing.code }]);
        expect(scene.openSubscriptions(client)).toBe(0);
        await happen(scene, kind, client, 1);
        await scene.setNetwork(client, false);
        await scene.setNetwork(client, true);
        await scene.advance(60_000);
        stop();
        expect(seen.values).toHaveLength(told);
        expect(seen.errors).toHaveLength(1);
        expect(scene.openSubscriptions(client)).toBe(0);
      },
    );

    named(
      'an error is not reported after unsubscribing, and needs no error handler',
      { needs: failing.needs },
      async (scene) => {
        const client = await ready(scene, kind);
        const early = recorder<unknown>();
        await failing.before?.(client);
        const stop = kind.subscribe(client, early);
        const deaf: Observer<unknown> = { next: () => {} };
        kind.subscribe(client, deaf as Required<Observer<unknown>>);
        stop();
        await scene.settle();
        await failing.after?.(client);
        await scene.settle();
        expect([early.values, early.errors]).toEqual([[], []]);
        expect(scene.openSubscriptions(client)).toBe(0);
      },
    );
  }

  if (kind.remote) {
    named('a subscription survives a lost network and reports events after the reconnect', async (scene) => {
      const client = await ready(scene, kind);
      const seen = recorder<unknown>();
      const stop = kind.subscribe(client, seen);
      await scene.settle();
      const open = scene.openSubscriptions(client);
      await scene.setNetwork(client, false);
      await scene.advance(60_000);
      const offline = seen.values.length;
      await happen(scene, kind, client, 1);
      expect(seen.values).toHaveLength(offline);
      expect(scene.openSubscriptions(client)).toBe(open);
      await scene.setNetwork(client, true);
      await scene.advance(60_000);
      const returned = seen.values.length;
      expect(returned).toBeGreaterThan(offline);
      await happen(scene, kind, client, 2);
      expect(seen.values.length).toBeGreaterThan(returned);
      expect(seen.errors).toEqual([]);
      stop();
      expect(scene.openSubscriptions(client)).toBe(open - 1);
    });

    named('a subscription ended while offline reports nothing on reconnect', async (scene) => {
      const client = await ready(scene, kind);
      const [early, other] = [recorder<unknown>(), recorder<unknown>()];
      const stop = kind.subscribe(client, early);
      scene.closing(kind.subscribe(client, other));
      await scene.settle();
      await scene.setNetwork(client, false);
      const told = early.values.length;
      stop();
      await happen(scene, kind, client, 1);
      await scene.setNetwork(client, true);
      await scene.advance(60_000);
      expect(early.values).toHaveLength(told);
      expect(other.values.length).toBeGreaterThan(told);
    });
  }
}
