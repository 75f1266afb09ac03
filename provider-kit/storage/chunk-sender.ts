/** Transfer of one upload: sends the rest, chunk by chunk, from the server's position on. */
import { toPortError } from '#ports/errors.ts';
import type { CancelSignal, Subscriptions } from '#ports/shared.ts';
import type { ObjectMetadata } from '#ports/storage/storage.ts';
import { type Canceller, createCanceller } from '../cancel.ts';
import { isPassing, type RetryContext, RetryPeriod, retryLimit } from '../retry-period.ts';
import type { Source } from './source.ts';
import { type UploadDriver, type UploadShell, uploadShell } from './upload.ts';

const firstChunk = 256 * 1024;

/** How far an upload has come. */
export interface UploadStanding {
  readonly received: number;
  /** `null` until the object is there. */
  readonly metadata: ObjectMetadata | null;
}

/** Requests of one upload. Each may be repeated: the server knows the upload by its id. */
export interface ChunkTransport {
  /** Begins it, or says how far it is. */
  open(signal: CancelSignal): Promise<UploadStanding>;
  /** The last chunk makes the object. @throws aborted when it is not the next one: open says which is */
  send(offset: number, bytes: Uint8Array, signal: CancelSignal): Promise<UploadStanding>;
  /** Not awaited by the caller. */
  abandon(): void;
}

export interface ChunkedUploads extends RetryContext, Subscriptions {
  readonly uploadRetryMs: number;
  /** Bytes. Chunks double as long as twice as much stays below this. */
  readonly chunkCeiling: number;
}

export const startChunkedUpload = (
  uploads: ChunkedUploads,
  transport: ChunkTransport,
  source: Source,
): UploadShell =>
  uploadShell(uploads, source.size, (upload) => new ChunkSender(uploads, transport, source, upload));

class ChunkSender implements UploadDriver {
  private readonly uploads: ChunkedUploads;
  private readonly transport: ChunkTransport;
  private readonly source: Source;
  private readonly upload: UploadShell;
  private readonly retries: RetryPeriod;
  private sent = 0;
  /** Whether the server is known to have received what `sent` counts. */
  private known = false;
  private chunkSize = firstChunk;
  /** Aborts the request or the wait under way. */
  private step: Canceller = createCanceller();
  private wake: () => void = () => {};

  constructor(uploads: ChunkedUploads, transport: ChunkTransport, source: Source, upload: UploadShell) {
    this.uploads = uploads;
    this.transport = transport;
    this.source = source;
    this.upload = upload;
    this.retries = new RetryPeriod(uploads, uploads.uploadRetryMs);
    void this.work();
  }

  pause(): boolean {
    this.stop();
    return true;
  }

  resume(): void {
    this.retries.restart();
    this.wake();
  }

  cancel(): boolean {
    this.stop();
    return true;
  }

  stop(): void {
    this.step.cancel();
    this.wake();
  }

  private async work(): Promise<void> {
    // The caller can pause the upload before anything is sent.
    await Promise.resolve();
    while (!this.upload.ended()) {
      const wish = this.upload.wish();
      if (wish === 'cancel') this.giveUp();
      else if (wish === 'pause') await this.rest();
      else await this.advance();
    }
  }

  private rest(): Promise<void> {
    this.upload.moved(this.sent, 'paused');
    return new Promise((resolve) => (this.wake = resolve));
  }

  private async advance(): Promise<void> {
    this.step = createCanceller();
    const { signal } = this.step;
    try {
      const standing = this.known ? await this.sendChunk(signal) : await this.transport.open(signal);
      if (standing.received > this.sent) this.retries.restart();
      this.known = true;
      this.take(standing);
    } catch (error) {
      this.known = false;
      this.chunkSize = firstChunk;
      if (signal.aborted) return;
      if (!isPassing(error)) this.upload.fail(toPortError(error));
      else if (!(await this.retries.wait(signal))) this.upload.fail(retryLimit(error));
    }
  }

  private async sendChunk(signal: CancelSignal): Promise<UploadStanding> {
    const bytes = await this.source.read(this.sent, Math.min(this.sent + this.chunkSize, this.source.size));
    const standing = await this.transport.send(this.sent, bytes, signal);
    if (this.chunkSize * 2 < this.uploads.chunkCeiling) this.chunkSize *= 2;
    return standing;
  }

  private take({ received, metadata }: UploadStanding): void {
    this.sent = received;
    this.upload.moved(received);
    if (metadata) this.upload.succeed(metadata);
  }

  private giveUp(): void {
    this.transport.abandon();
    this.upload.cancelled();
  }
}
