/** TabStore of this browser: IndexedDB, a broadcast channel and web locks. */
import type { Lock, TabStore } from '#provider-kit/tab-store.ts';
import { Topics } from '#provider-kit/topics.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';

/** Persistent values. */
export type TabValues = Pick<TabStore, 'get' | 'list' | 'write'>;

type Said =
  | { readonly kind: 'changed'; readonly keys: readonly string[] }
  | { readonly kind: 'said'; readonly topic: string; readonly message: unknown };

/** `name` is the namespace within the origin. */
export function openTab(values: TabValues, name: string): TabStore {
  const channel = new BroadcastChannel(name);
  const changes = new Topics();
  const voices = new Topics<unknown>();
  const locks = new Set<Lock>();
  let closed = false;
  const say = (said: Said) => {
    if (!closed) channel.postMessage(said);
  };
  channel.addEventListener(
    'message',
    guardListener(({ data }: { readonly data: Said }) => {
      if (closed) return;
      if (data.kind === 'said') voices.tell(data.topic, data.message);
      else for (const key of data.keys) changes.tell(key);
    }),
  );
  const write: TabStore['write'] = async (changed) => {
    if (closed) return;
    await values.write(changed);
    say({ kind: 'changed', keys: changed.map(([key]) => key) });
  };
  const ask = (lock: string, mode: LockMode): Lock => {
    if (closed) return never;
    const asked = request(`${name}/${lock}`, mode);
    locks.add(asked);
    return {
      held: asked.held,
      release() {
        locks.delete(asked);
        asked.release();
      },
    };
  };
  return {
    get: (key) => values.get(key),
    list: (prefix) => values.list(prefix),
    set: (key, value) => write([[key, value]]),
    remove: (key) => write([[key, undefined]]),
    write,
    onChange: (key, next) => changes.add(key, next),
    say: (topic, message) => say({ kind: 'said', topic, message }),
    onSaid: (topic, next) => voices.add(topic, next),
    lock: (lock) => ask(lock, 'exclusive'),
    share: (lock) => ask(lock, 'shared'),
    async tryLock(lock) {
      const free = closed ? null : await available(`${name}/${lock}`);
      if (free) locks.add(free);
      return free;
    },
    close() {
      closed = true;
      channel.close();
      for (const lock of locks) lock.release();
    },
  };
}

const never: Lock = { held: new Promise(() => {}), release: () => {} };

/** Without web locks every request is granted: two tabs may send the same write, which the backend applies once. */
function request(name: string, mode: LockMode): Lock {
  if (!navigator.locks) return { held: Promise.resolve(), release: () => {} };
  const asked = new AbortController();
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  const { promise: done, resolve: release } = Promise.withResolvers<void>();
  navigator.locks
    .request(name, { mode, signal: asked.signal }, () => {
      hold();
      return done;
    })
    // Cancelled while it waited.
    .catch(() => undefined);
  return {
    held,
    release() {
      asked.abort();
      release();
    },
  };
}

function available(name: string): Promise<Lock | null> {
  if (!navigator.locks) return Promise.resolve({ held: Promise.resolve(), release: () => {} });
  return new Promise((answer) => {
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (!lock) {
        answer(null);
        return undefined;
      }
      const { promise: done, resolve: release } = Promise.withResolvers<void>();
      answer({ held: Promise.resolve(), release });
      return done;
    });
  });
}
