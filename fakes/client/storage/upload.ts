/** One upload: sends what is left, chunk by chunk, from wherever the server stands. */
import type { OpenUpload, UploadChunk, UploadStanding } from '#fakes/cloud/storage/protocol.ts';
import { disposedError, PortError, toPortError } from '#ports/errors.ts';
import { later } from '#ports/later.ts';
import type { Observer, Unsubscribe } from '#ports/shared.ts';
import type { ObjectMetadata, Upload, UploadProgress } from '#ports/storage/storage.ts';
import type { ClientContext } from '../context.ts';
import { isPassing, Patience, retryLimit } from '../retry.ts';
import type { Source } from './source.ts';

const firstChunk = 256 * 1024;
/** Chunks double as long as twice as much stays below this. */
const chunkCeiling = 32 * 1024 * 1024;

interface Watcher {
  readonly observer: Observer<UploadProgress>;
  readonly release: () => void;
}

export class UploadTask implements Upload {
  readonly done: Promise<ObjectMetadata>;
  private readonly context: ClientContext;
  private readonly target: OpenUpload;
  private readonly source: Source;
  private readonly patience: Patience;
  private readonly watchers = new Set<Watcher>();
  private state: UploadProgress['state'] = 'running';
  private wish: 'run' | 'pause' | 'cancel' | 'dispose' = 'run';
  private sent = 0;
  /** Does the server stand where `sent` says? */
  private known = false;
  private chunkSize = firstChunk;
  private failure: PortError | null = null;
  /** Ends the request or the wait under way. */
  private step = new AbortController();
  private wake: () => void = () => {};
  private settle: {
    resolve(metadata: ObjectMetadata): void;
    reject(error: PortError): void;
  };

  constructor(context: ClientContext, target: OpenUpload, source: Source) {
    this.context = context;
    this.target = target;
    this.source = source;
    this.patience = new Patience(context, context.settings.uploadRetryMs);
    const { promise, resolve, reject } = Promise.withResolvers<ObjectMetadata>();
    this.done = promise;
    this.settle = { resolve, reject };
    // Whoever watches the progress need not look at the promise.
    promise.catch(() => {});
    void this.work();
  }

  progress(): UploadProgress {
    return { state: this.state, bytesSent: this.sent, bytesTotal: this.target.size };
  }

  watch(observer: Observer<UploadProgress>): Unsubscribe {
    const watcher = { observer, release: this.context.trackSubscription() };
    this.watchers.add(watcher);
    this.tell(watcher);
    return () => this.drop(watcher);
  }

  pause(): boolean {
    if (this.state !== 'running' || this.wish !== 'run') return false;
    this.change('pause');
    return true;
  }

  resume(): boolean {
    if (this.ended() || this.wish !== 'pause') return false;
    this.wish = 'run';
    this.patience.renew();
    // A pause that has not taken effect was not told of either.
    if (this.state === 'paused') this.show('running');
    this.wake();
    return true;
  }

  cancel(): boolean {
    if (this.ended() || this.wish === 'cancel' || this.wish === 'dispose') return false;
    this.change('cancel');
    return true;
  }

  /** The client goes: whoever watches is told nothing more. */
  dispose(): void {
    for (const watcher of this.watchers) this.drop(watcher);
    if (!this.ended()) this.change('dispose');
  }

  private change(wish: 'pause' | 'cancel' | 'dispose'): void {
    this.wish = wish;
    this.step.abort();
    this.wake();
  }

  private ended(): boolean {
    return this.state === 'success' || this.state === 'cancelled' || this.state === 'error';
  }

  private async work(): Promise<void> {
    // Whoever asked for the upload gets to pause it before anything is sent.
    await Promise.resolve();
    while (!this.ended()) {
      if (this.wish === 'dispose') this.fail(disposedError());
      else if (this.wish === 'cancel') this.finishCancelled();
      else if (this.wish === 'pause') await this.rest();
      else await this.advance();
    }
  }

  private rest(): Promise<void> {
    this.show('paused');
    return new Promise((resolve) => (this.wake = resolve));
  }

  private async advance(): Promise<void> {
    this.step = new AbortController();
    const { signal } = this.step;
    try {
      const standing = this.known ? await this.sendChunk(signal) : await this.open(signal);
      if (standing.received > this.sent) this.patience.renew();
      this.known = true;
      this.take(standing);
    } catch (error) {
      this.known = false;
      this.chunkSize = firstChunk;
      if (signal.aborted) return;
      if (!isPassing(error)) this.fail(toPortError(error));
      else if (!(await this.patience.wait(signal))) this.fail(retryLimit(error));
    }
  }

  private open(signal: AbortSignal): Promise<UploadStanding> {
    return this.context.link.request('storage', 'open', this.target, signal);
  }

  private async sendChunk(signal: AbortSignal): Promise<UploadStanding> {
    const bytes = await this.source.read(this.sent, Math.min(this.sent + this.chunkSize, this.source.size));
    const chunk: UploadChunk = { uploadId: this.target.uploadId, offset: this.sent, bytes };
    const standing = await this.context.link.request<UploadStanding>('storage', 'chunk', chunk, signal);
    if (this.chunkSize * 2 < chunkCeiling) this.chunkSize *= 2;
    return standing;
  }

  private take({ received, metadata }: UploadStanding): void {
    const moved = received !== this.sent;
    this.sent = received;
    if (moved) this.show('running');
    if (!metadata) return;
    this.show('success');
    this.settle.resolve(metadata);
  }

  private finishCancelled(): void {
    const { uploadId } = this.target;
    this.context.link.request('storage', 'abandon', { uploadId }).catch(() => {});
    this.fail(new PortError('cancelled', 'The upload was cancelled.'), 'cancelled');
  }

  private fail(error: PortError, state: 'error' | 'cancelled' = 'error'): void {
    this.failure = error;
    this.show(state);
    this.settle.reject(error);
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
