/** The realtime port on the Firebase SDK, which is loaded when it is first needed. */
import type { Complete } from '#ports/complete.ts';
import { disposedError } from '#ports/errors.ts';
import type { Realtime } from '#ports/realtime/realtime.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { lazyDriver, lazySubscription } from '#provider-kit/lazy-driver.ts';
import { pushKeys } from '#provider-kit/realtime/push-key.ts';
import { type WholeRealtimeDriver, wholeRealtimeShell } from '#provider-kit/realtime/shell.ts';
import { whileAlive } from '#provider-kit/reject-on-dispose.ts';
import type { FirebaseContext } from '../context.ts';
import { once } from '#provider-kit/once.ts';
import { Current } from './current.ts';
import type { FirebaseRealtimeDriver } from './driver.ts';

interface Waiting {
  run(driver: FirebaseRealtimeDriver): void;
  failed(error: unknown): void;
}

export function createFirebaseRealtime(context: FirebaseContext): Complete<Realtime> {
  const connected = new Current(context, false);
  const offset = new Current(context, 0);
  const alive = whileAlive(context);
  const newKey = pushKeys(() => Date.now() + offset.value, chance);
  const open = once(async () => {
    await context.calm?.();
    const [{ FirebaseRealtimeDriver }] = await Promise.all([import('./driver.ts'), context.identified()]);
    if (context.isDisposed()) throw disposedError();
    return new FirebaseRealtimeDriver(context, { connected, offset });
  });
  const waiting: Waiting[] = [];
  let driver: FirebaseRealtimeDriver | null = null;

  /** At once when the SDK is there; else once it is, in the order of the calls. */
  const withDriver = (next: Waiting) => {
    if (driver) return next.run(driver);
    waiting.push(next);
    if (waiting.length > 1) return;
    open().then(
      (opened) => {
        if (context.isDisposed()) return opened.setOnline(false);
        for (let first = waiting[0]; first; first = waiting[0]) {
          first.run(opened);
          waiting.shift();
        }
        driver = opened;
      },
      (error: unknown) => {
        for (const { failed } of waiting.splice(0)) failed(error);
      },
    );
  };
  const ask = <T>(run: (driver: FirebaseRealtimeDriver) => Promise<T>) =>
    alive(
      () =>
        new Promise<T>((resolve, reject) =>
          withDriver({ run: (opened) => void run(opened).then(resolve, reject), failed: reject }),
        ),
    );

  const watch = (
    start: (driver: FirebaseRealtimeDriver) => Unsubscribe,
    { failed }: { failed(error: unknown): void },
  ): Unsubscribe => lazySubscription((run) => withDriver({ run, failed }), start);
  const whenOpen = (run: (driver: FirebaseRealtimeDriver) => void) => {
    if (!context.isDisposed()) withDriver({ run, failed() {} });
  };

  const realtime = wholeRealtimeShell(
    lazyDriver<WholeRealtimeDriver>(
      {
        watch: (query, listener) => watch((opened) => opened.watch(query, listener), listener),
        watchChildren: (query, listener) =>
          watch((opened) => opened.watchChildren(query, listener), listener),
        newKey,
        watchConnection(next) {
          whenOpen(() => {});
          return connected.watch(next);
        },
        watchServerTimeOffset(next) {
          whenOpen(() => {});
          return offset.watch(next);
        },
        setOnline: (online) => whenOpen((opened) => opened.setOnline(online)),
      },
      ask,
    ),
    context,
  );
  context.onDispose(() => driver?.setOnline(false));
  return realtime;
}

/** So many numbers of 0 to 63. */
const chance = (count: number): readonly number[] =>
  Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => byte % 64);
