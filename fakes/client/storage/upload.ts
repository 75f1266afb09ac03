/** Transfer of one upload: sends the rest, chunk by chunk, from the server's position on. */
import type { OpenUpload, UploadChunk, UploadStanding } from '#fakes/cloud/storage/protocol.ts';
import { toPortError } from '#ports/errors.ts';
import type { Source } from '#provider-kit/storage/source.ts';
import { type UploadDriver, type UploadShell, uploadShell } from '#provider-kit/storage/upload.ts';
import type { ClientContext } from '../context.ts';
import { isPassing, RetryPeriod, retryLimit } from '../retry.ts';

const firstChunk = 256 * 1024;
/** Chunks double as long as twice as much stays below this. */
const chunkCeiling = 32 * 1024 * 1024;

export const startUpload = (context: ClientContext, target: OpenUpload, source: Source): UploadShell =>
  uploadShell(context, target.size, (upload) => new ChunkSender(context, target, source, upload));

class ChunkSender implements UploadDriver {
  private readonly context: ClientContext;
  private readonly target: OpenUpload;
  private readonly source: Source;
  private readonly upload: UploadShell;
  private readonly retries: RetryPeriod;
  private sent = 0;
  /** Whether the server is known to have received what `sent` counts. */
  private known = false;
  private chunkSize = firstChunk;
  /** Aborts the request or the wait under way. */
  private step = new AbortController();
  private wake: () => void = () => {};

  constructor(context: ClientContext, target: OpenUpload, source: Source, upload: UploadShell) {
    this.context = context;
    this.target = target;
    this.source = source;
    this.upload = upload;
    this.retries = new RetryPeriod(context, context.settings.uploadRetryMs);
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
    this.step.abort();
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
    this.step = new AbortController();
    const { signal } = this.step;
    try {
      const standing = this.known ? await this.sendChunk(signal) : await this.open(signal);
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
    this.sent = received;
    this.upload.moved(received);
    if (metadata) this.upload.succeed(metadata);
  }

  private giveUp(): void {
    const { uploadId } = this.target;
    this.context.link.request('storage', 'abandon', { uploadId }).catch(() => {});
    this.upload.cancelled();
  }
}
