/**
 * State machine of an upload: allowed operations by state, and order of notifications. A driver moves the bytes and
 * reports progress.
 */
import { disposedError, PortError } from '#ports/errors.ts';
import { later } from '../later.ts';
import type { Observer, Subscriptions } from '#ports/shared.ts';
import type { ObjectMetadata, ResumableUpload, UploadProgress } from '#ports/storage/storage.ts';

/** Last requested operation; in effect once the driver confirms. */
export type UploadWish = 'run' | 'pause' | 'cancel';

export interface UploadDriver {
  /** Only while it runs. Stops, then says `moved(…, 'paused')`, unless `resume` comes first. False: too late. */
  pause(): boolean;
  /** Only after a pause, whether or not that has taken effect. */
  resume(): void;
  /** Gives up what was sent, then says `cancelled`. False: too late. */
  cancel(): boolean;
  /** The client goes: nobody listens any more. */
  stop(): void;
}

interface Watcher {
  readonly observer: Observer<UploadProgress>;
  readonly release: () => void;
}

type State = UploadProgress['state'];

/** The upload, and what its driver says of it. */
export interface UploadShell extends ResumableUpload {
  wish(): UploadWish;
  ended(): boolean;
  /** Reports the bytes that have arrived, which may be fewer than before. Told when it is news. */
  moved(bytesSent: number, state?: 'running' | 'paused'): void;
  succeed(metadata: ObjectMetadata): void;
  cancelled(): void;
  fail(error: PortError): void;
  /** The client goes: whoever watches is told nothing more. */
  dispose(): void;
}

/** The driver that `open` returns starts by itself, but not inside the call. */
export function uploadShell(
  client: Subscriptions,
  size: number,
  open: (upload: UploadShell) => UploadDriver,
): UploadShell {
  const watchers = new Set<Watcher>();
  const { promise: done, resolve, reject } = Promise.withResolvers<ObjectMetadata>();
  // A caller that watches the progress need not look at the promise.
  done.catch(() => {});
  let state: State = 'running';
  let wish: UploadWish = 'run';
  let sent = 0;
  let failure: PortError | null = null;

  const progress = (): UploadProgress => ({ state, bytesSent: sent, bytesTotal: size });
  const ended = () => state === 'success' || state === 'cancelled' || state === 'error';
  const drop = (watcher: Watcher) => {
    if (watchers.delete(watcher)) watcher.release();
  };
  const tell = (watcher: Watcher) => {
    const now = progress();
    const error = failure;
    const last = ended();
    later(() => {
      if (!watchers.has(watcher)) return;
      if (last) drop(watcher);
      if (error) watcher.observer.error?.(error);
      else watcher.observer.next(now);
    });
  };
  const show = (next: State) => {
    state = next;
    for (const watcher of watchers) tell(watcher);
  };
  const end = (error: PortError, last: State) => {
    if (ended()) return;
    failure = error;
    show(last);
    reject(error);
  };

  const upload: UploadShell = {
    done,
    progress,
    watch(observer) {
      const watcher = { observer, release: client.trackSubscription() };
      watchers.add(watcher);
      tell(watcher);
      return () => drop(watcher);
    },
    pause() {
      if (state !== 'running' || wish !== 'run' || !driver.pause()) return false;
      wish = 'pause';
      return true;
    },
    resume() {
      if (ended() || wish !== 'pause') return false;
      wish = 'run';
      // A pause that has not taken effect was not told of either.
      if (state === 'paused') show('running');
      driver.resume();
      return true;
    },
    cancel() {
      if (ended() || wish === 'cancel' || !driver.cancel()) return false;
      wish = 'cancel';
      return true;
    },
    dispose() {
      for (const watcher of watchers) drop(watcher);
      if (ended()) return;
      driver.stop();
      end(disposedError(), 'error');
    },
    wish: () => wish,
    ended,
    moved(bytesSent, next = 'running') {
      if (ended() || wish === 'cancel' || (bytesSent === sent && next === state)) return;
      sent = bytesSent;
      show(next);
    },
    succeed(metadata) {
      if (ended()) return;
      if (sent !== size) {
        sent = size;
        show('running');
      }
      show('success');
      resolve(metadata);
    },
    cancelled: () => end(new PortError('cancelled', 'The upload was cancelled.'), 'cancelled'),
    fail: (error) => end(error, 'error'),
  };
  const driver = open(upload);
  return upload;
}
