/** The realtime port on the Firebase SDK, which is loaded when it is first needed. */
import { disposedError, type PortError, toPortError } from '#ports/errors.ts';
import { later } from '#provider-kit/later.ts';
import {
  checkPriority,
  checkUpdate,
  checkValue,
  normalQuery,
  pathKeys,
} from '#provider-kit/realtime/checks.ts';
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import { pushKeys } from '#provider-kit/realtime/push-key.ts';
import type { OnDisconnect, Realtime, RealtimeValue } from '#ports/realtime/realtime.ts';
import type { Observer, Unsubscribe } from '#ports/shared.ts';
import { whileAlive } from '../alive.ts';
import type { FirebaseContext } from '../context.ts';
import { once } from '../lazy.ts';
import { Current } from './current.ts';
import type { Driver, Sink } from './driver.ts';

interface Waiting {
  run(driver: Driver): void;
  failed(error: unknown): void;
}

export function createRealtime(context: FirebaseContext): Realtime {
  const connected = new Current(context, false);
  const offset = new Current(context, 0);
  const alive = whileAlive(context);
  const newKey = pushKeys(() => Date.now() + offset.value, chance);
  const open = once(async () => {
    await context.calm?.();
    const [{ Driver }] = await Promise.all([import('./driver.ts'), context.identified()]);
    if (context.isDisposed()) throw disposedError();
    return new Driver(context, { connected, offset });
  });
  const waiting: Waiting[] = [];
  const ending = new Set<() => void>();
  let driver: Driver | null = null;

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
  const ask = <T>(run: (driver: Driver) => Promise<T>) =>
    alive(
      () =>
        new Promise<T>((resolve, reject) =>
          withDriver({ run: (opened) => void run(opened).then(resolve, reject), failed: reject }),
        ),
    );

  context.onDispose(() => {
    for (const end of [...ending]) end();
    driver?.setOnline(false);
  });

  const watch = <T>(
    target: Parameters<Realtime['watch']>[0],
    observer: Observer<T>,
    start: (driver: Driver, query: NormalQuery, sink: Sink<T>) => Unsubscribe,
  ): Unsubscribe => {
    const query = normalQuery(target);
    let over = false;
    let stop: Unsubscribe | null = null;
    const release = context.isDisposed() ? () => {} : context.trackSubscription();
    const end = () => {
      over = true;
      ending.delete(end);
      release();
      stop?.();
    };
    const failed = (error: unknown) =>
      later(() => {
        if (over) return;
        end();
        observer.error?.(toPortError(error));
      });
    if (context.isDisposed()) {
      failed(disposedError());
      return end;
    }
    ending.add(end);
    withDriver({
      run(opened) {
        if (over) return;
        stop = start(opened, query, {
          next: (value) =>
            later(() => {
              if (!over) observer.next(value);
            }),
          failed: (error: PortError) => failed(error),
        });
      },
      failed,
    });
    return end;
  };
  const begin = () => withDriver({ run() {}, failed() {} });

  return {
    async get(target) {
      const query = normalQuery(target);
      return ask(async (opened) => opened.get(query));
    },
    set(path, value, priority = null) {
      const keys = pathKeys(path);
      checkValue(value, keys);
      checkPriority(priority);
      const copy = structuredClone(value);
      return ask(async (opened) => opened.set(keys, copy, priority));
    },
    setPriority(path, priority) {
      const keys = pathKeys(path);
      checkPriority(priority);
      return ask(async (opened) => opened.setPriority(keys, priority));
    },
    update(path, values) {
      const copy = checkedCopy(path, values);
      return ask(async (opened) => opened.update(pathKeys(path), copy));
    },
    remove(path) {
      const keys = pathKeys(path);
      return ask(async (opened) => opened.set(keys, null, null));
    },
    newKey(path) {
      pathKeys(path);
      return newKey();
    },
    async transaction(path, update, { applyLocally = true } = {}) {
      const query = normalQuery(path);
      if (typeof update !== 'function') throw new TypeError('A transaction needs a function.');
      return ask(async (opened) => opened.transaction(query, update, applyLocally));
    },
    watch: (target, observer) => watch(target, observer, (opened, query, sink) => opened.watch(query, sink)),
    watchChildren: (target, observer) =>
      watch(target, observer, (opened, query, sink) => opened.watchChildren(query, sink)),

    onDisconnect(path): OnDisconnect {
      const keys = pathKeys(path);
      const leave = (say: (left: OnDisconnect) => Promise<void>) =>
        ask(async (opened) => say(opened.onDisconnect(keys)));
      return {
        set(value, priority = null) {
          checkValue(value, keys);
          checkPriority(priority);
          const copy = structuredClone(value);
          return leave((left) => left.set(copy, priority));
        },
        update(values) {
          const copy = checkedCopy(path, values);
          return leave((left) => left.update(copy));
        },
        remove: () => leave((left) => left.remove()),
        cancel: () => leave((left) => left.cancel()),
      };
    },
    watchConnection(next) {
      if (!context.isDisposed()) begin();
      return connected.watch(next);
    },
    watchServerTimeOffset(next) {
      if (!context.isDisposed()) begin();
      return offset.watch(next);
    },
    setOnline(online) {
      if (!context.isDisposed()) withDriver({ run: (opened) => opened.setOnline(online), failed() {} });
    },
  };
}

/** So many numbers of 0 to 63. */
const chance = (count: number): readonly number[] =>
  Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => byte % 64);

/** @throws TypeError */
function checkedCopy(
  path: string,
  values: Readonly<Record<string, RealtimeValue>>,
): Readonly<Record<string, RealtimeValue>> {
  checkUpdate(path, values);
  return structuredClone(values);
}
