/**
 * Lock of the one cloud of a browser, held by its host. A newer version of the app may request the host to stop, and then continues
 * from its storage.
 */
import { guardListener } from '#provider-kit/guard-listener.ts';
const lockName = 'muster-cloud-host';
const retireChannel = 'muster-cloud-retire';

export interface HostLock {
  release(): void;
}

/** Waits for the lock. `takeOver` requests the current holder to release it. */
export function acquireHostLock({ takeOver }: { readonly takeOver: boolean }): Promise<HostLock> {
  if (!navigator.locks) return Promise.resolve({ release: () => {} });
  if (takeOver) askToRetire();
  return new Promise((acquired) => {
    void navigator.locks.request(
      lockName,
      () =>
        new Promise<void>((release) => {
          acquired({ release });
        }),
    );
  });
}

/** Requests the host, if there is one, to store its changes and stop. */
export function askToRetire(): void {
  const channel = new BroadcastChannel(retireChannel);
  channel.postMessage(null);
  channel.close();
}

/** Calls back when this host is requested to stop. */
export function onRetire(retire: () => void): void {
  const channel = new BroadcastChannel(retireChannel);
  channel.addEventListener(
    'message',
    guardListener(() => {
      channel.close();
      retire();
    }),
  );
}
