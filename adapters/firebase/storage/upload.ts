/** One upload of the SDK's, with the states and the order of events that the port promises. */
import type { UploadTask, UploadTaskSnapshot } from 'firebase/storage';
import { disposedError, PortError } from '#ports/errors.ts';
import { later } from '#ports/later.ts';
import type { Observer, Unsubscribe } from '#ports/shared.ts';
import type { ObjectMetadata, Upload, UploadProgress } from '#ports/storage/storage.ts';
import type { FirebaseContext } from '../context.ts';
import { storageError } from './errors.ts';
import { metadataFrom } from './metadata.ts';

interface Watcher {
  readonly observer: Observer<UploadProgress>;
  readonly release: () => void;
}

interface Plan {
  readonly size: number;
  readonly md5Hash: string | undefined;
  /** Loads what is needed; what it gives begins the upload. */
  prepare(): Promise<() => UploadTask>;
}

export class FirebaseUpload implements Upload {
  readonly done: Promise<ObjectMetadata>;
  private readonly context: FirebaseContext;
  private readonly plan: Plan;
  private readonly watchers = new Set<Watcher>();
  private state: UploadProgress['state'] = 'running';
  private wish: 'run' | 'pause' | 'cancel' = 'run';
  private sent = 0;
  private failure: PortError | null = null;
  private launch: (() => UploadTask) | null = null;
  private task: UploadTask | null = null;
  private readonly settle: {
    resolve(metadata: ObjectMetadata): void;
    reject(error: PortError): void;
  };

  constructor(context: FirebaseContext, plan: Plan) {
    this.context = context;
    this.plan = plan;
    const { promise, resolve, reject } = Promise.withResolvers<ObjectMetadata>();
    this.done = promise;
    this.settle = { resolve, reject };
    // Whoever watches the progress need not look at the promise.
    promise.catch(() => {});
    if (context.isDisposed()) this.dispose();
    else
      plan.prepare().then(
        (launch) => {
          this.launch = launch;
          this.begin();
        },
        (error: unknown) => this.fail(storageError(error)),
      );
  }

  progress(): UploadProgress {
    return { state: this.state, bytesSent: this.sent, bytesTotal: this.plan.size };
  }

  watch(observer: Observer<UploadProgress>): Unsubscribe {
    const watcher = { observer, release: this.context.trackSubscription() };
    this.watchers.add(watcher);
    this.tell(watcher);
    return () => this.drop(watcher);
  }

  pause(): boolean {
    if (this.state !== 'running' || this.wish !== 'run') return false;
    if (this.task && !this.task.pause()) return false;
    this.wish = 'pause';
    if (!this.task)
      later(() => {
        if (!this.task && this.wish === 'pause') this.show('paused');
      });
    return true;
  }

  resume(): boolean {
    if (this.ended() || this.wish !== 'pause') return false;
    this.wish = 'run';
    this.task?.resume();
    // A pause that has not taken effect was not told of either.
    if (this.state === 'paused') this.show('running');
    this.begin();
    return true;
  }

  cancel(): boolean {
    if (this.ended() || this.wish === 'cancel') return false;
    // The SDK cancels only what runs.
    if (this.state === 'paused') this.task?.resume();
    if (this.task && !this.task.cancel()) return false;
    this.wish = 'cancel';
    if (!this.task) later(() => this.fail(cancelled(), 'cancelled'));
    return true;
  }

  /** The client goes: whoever watches is told nothing more. */
  dispose(): void {
    for (const watcher of this.watchers) this.drop(watcher);
    if (this.ended()) return;
    if (this.state === 'paused') this.task?.resume();
    this.task?.cancel();
    this.fail(disposedError());
  }

  private ended(): boolean {
    return this.state === 'success' || this.state === 'cancelled' || this.state === 'error';
  }

  private begin(): void {
    if (this.task || !this.launch || this.wish !== 'run' || this.ended()) return;
    this.task = this.launch();
    this.task.on('state_changed', {
      next: (snapshot) => this.take(snapshot),
      error: (error) => this.refuse(error),
      complete: () => this.finish(),
    });
  }

  private take({ bytesTransferred, state }: UploadTaskSnapshot): void {
    if (this.ended() || this.wish === 'cancel') return;
    const next = state === 'paused' && this.wish === 'pause' ? 'paused' : 'running';
    if (bytesTransferred === this.sent && next === this.state) return;
    // An attempt that began again had counted bytes that did not arrive.
    this.sent = bytesTransferred;
    this.show(next);
  }

  private refuse(error: unknown): void {
    const failure = storageError(error);
    if (failure.code === 'cancelled' && this.wish === 'cancel') this.fail(cancelled(), 'cancelled');
    else this.fail(failure);
  }

  private finish(): void {
    if (this.ended() || !this.task) return;
    const metadata = metadataFrom(this.task.snapshot.metadata);
    const { md5Hash, size } = this.plan;
    if (md5Hash !== undefined && md5Hash !== metadata.md5Hash)
      return this.fail(
        new PortError('storage/invalid-checksum', `What arrived is not what has the checksum ${md5Hash}.`),
      );
    if (this.sent !== size) {
      this.sent = size;
      this.show('running');
    }
    this.show('success');
    later(() => this.settle.resolve(metadata));
  }

  private fail(error: PortError, state: 'error' | 'cancelled' = 'error'): void {
    if (this.ended()) return;
    this.failure = error;
    this.show(state);
    later(() => this.settle.reject(error));
  }

  private show(state: UploadProgress['state']): void {
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

const cancelled = () => new PortError('cancelled', 'The upload was cancelled.');
