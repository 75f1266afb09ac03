/**
 * One cloud a browser: whoever hosts it holds this lock. A newer version of the app may ask the present host to make room;
 * what it kept is then the new one's.
 */
const lockName = 'muster-cloud-host';
const retireChannel = 'muster-cloud-retire';

export interface HostLock {
  release(): void;
}

/** Waits for the lock. `impatient` asks whoever has it to make room. */
export function acquireHostLock({ impatient }: { readonly impatient: boolean }): Promise<HostLock> {
  if (!navigator.locks) return Promise.resolve({ release: () => {} });
  if (impatient) askToRetire();
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

/** Asks the host, if there is one, to write down what it has and end. */
export function askToRetire(): void {
  const channel = new BroadcastChannel(retireChannel);
  channel.postMessage(null);
  channel.close();
}

/** Called when somebody asks this host to make room. */
export function onRetire(retire: () => void): void {
  const channel = new BroadcastChannel(retireChannel);
  channel.addEventListener('message', () => {
    channel.close();
    retire();
  });
}
