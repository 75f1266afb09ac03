/**
 * One upload as every provider promises it: what can be done with it in which state, and who is told of what in which order. A
 * driver moves the bytes, and says how far it came.
 */
import { disposedError, PortError } from '../errors.ts';
import { later } from '../later.ts';
import type { Observer, Subscriptions, Unsubscribe } from '../shared.ts';
import type { ObjectMetadata, Upload, UploadProgress } from './storage.ts';

/** What was asked for last. It has taken effect when the driver says so. */
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

export class UploadShell implements Upload {
  readonly done: Promise<ObjectMetadata>;
  private readonly client: Subscriptions;
  private readonly size: number;
  private readonly driver: UploadDriver;
  private readonly watchers = new Set<Watcher>();
  private readonly settle: {
    resolve(metadata: ObjectMetadata): void;
    reject(error: PortError): void;
  };
  private state: State = 'running';
  private wished: UploadWish = 'run';
  private sent = 0;
  private failure: PortError | null = null;

  /** What `open` gives begins by itself, but not inside the call. */
  constructor(client: Subscriptions, size: number, open: (upload: UploadShell) => UploadDriver) {
    this.client = client;
    this.size = size;
    const { promise, resolve, reject } = Promise.withResolvers<ObjectMetadata>();
    this.done = promise;
    this.settle = { resolve, reject };
    // Whoever watches the progress need not look at the promise.
    promise.catch(() => {});
    this.driver = open(this);
  }

  progress(): UploadProgress {
    return { state: this.state, bytesSent: this.sent, bytesTotal: this.size };
  }

  watch(observer: Observer<UploadProgress>): Unsubscribe {
    const watcher = { observer, release: this.client.trackSubscription() };
    this.watchers.add(watcher);
    this.tell(watcher);
    return () => this.drop(watcher);
  }

  pause(): boolean {
    if (this.state !== 'running' || this.wished !== 'run' || !this.driver.pause()) return false;
    this.wished = 'pause';
    return true;
  }

  resume(): boolean {
    if (this.ended() || this.wished !== 'pause') return false;
    this.wished = 'run';
    // A pause that has not taken effect was not told of either.
    if (this.state === 'paused') this.show('running');
    this.driver.resume();
    return true;
  }

  cancel(): boolean {
    if (this.ended() || this.wished === 'cancel' || !this.driver.cancel()) return false;
    this.wished = 'cancel';
    return true;
  }

  /** The client goes: whoever watches is told nothing more. */
  dispose(): void {
    for (const watcher of this.watchers) this.drop(watcher);
    if (this.ended()) return;
    this.driver.stop();
    this.fail(disposedError());
  }

  /** For the driver, as all below. */
  wish(): UploadWish {
    return this.wished;
  }

  ended(): boolean {
    return this.state === 'success' || this.state === 'cancelled' || this.state === 'error';
  }

  /** So many bytes have arrived, which may be fewer than before. Told when it is news. */
  moved(bytesSent: number, state: 'running' | 'paused' = 'running'): void {
    if (this.ended() || this.wished === 'cancel') return;
    if (bytesSent === this.sent && state === this.state) return;
    this.sent = bytesSent;
    this.show(state);
  }

  succeed(metadata: ObjectMetadata): void {
    if (this.ended()) return;
    if (this.sent !== this.size) {
      this.sent = this.size;
      this.show('running');
    }
    this.show('success');
    this.settle.resolve(metadata);
  }

  cancelled(): void {
    this.fail(new PortError('cancelled', 'The upload was cancelled.'), 'cancelled');
  }

  fail(error: PortError, state: 'error' | 'cancelled' = 'error'): void {
    if (this.ended()) return;
    this.failure = error;
    this.show(state);
    this.settle.reject(error);
  }

  private show(state: State): void {
    this.state = state;
    for (const watcher of this.watchers) this.tell(watcher);
  }

  private tell(watcher: Watcher): void {
    const progress = this.progress();
    const { failure } = this;
    const last = this.ended();
    later(() => {
      if (!this.watchers.has(watcher)) return;
      if (last) this.drop(watcher);
      if (failure) watcher.observer.error?.(failure);
      else watcher.observer.next(progress);
    });
  }

  private drop(watcher: Watcher): void {
    if (this.watchers.delete(watcher)) watcher.release();
  }
}
