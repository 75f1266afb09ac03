/** Upload by the SDK, which may still be loading when the upload is paused, resumed or cancelled. */
import type { UploadTask } from 'firebase/storage';
import { later } from '#provider-kit/later.ts';
import { type UploadDriver, type UploadShell, uploadShell } from '#provider-kit/storage/upload.ts';
import type { FirebaseContext } from '../context.ts';
import { storageError } from './errors.ts';

/** Loads what is needed; what it gives begins the upload. */
type Prepare = () => Promise<(upload: UploadShell) => UploadTask>;

export const startFirebaseUpload = (context: FirebaseContext, size: number, prepare: Prepare): UploadShell =>
  uploadShell(context, size, (upload) => {
    const driver = new SdkUpload(upload);
    if (!context.isDisposed()) driver.start(prepare);
    return driver;
  });

class SdkUpload implements UploadDriver {
  private readonly upload: UploadShell;
  private launch: ((upload: UploadShell) => UploadTask) | null = null;
  private task: UploadTask | null = null;

  constructor(upload: UploadShell) {
    this.upload = upload;
  }

  start(prepare: Prepare): void {
    prepare().then(
      (launch) => {
        this.launch = launch;
        this.begin();
      },
      (error: unknown) => this.upload.fail(storageError(error)),
    );
  }

  pause(): boolean {
    if (this.task) return this.task.pause();
    later(() => {
      if (!this.task && this.upload.wish() === 'pause') this.upload.moved(0, 'paused');
    });
    return true;
  }

  resume(): void {
    this.task?.resume();
    this.begin();
  }

  cancel(): boolean {
    if (this.task) return this.stop();
    later(() => this.upload.cancelled());
    return true;
  }

  stop(): boolean {
    // The SDK cancels only what runs.
    if (this.upload.progress().state === 'paused') this.task?.resume();
    return this.task?.cancel() ?? true;
  }

  private begin(): void {
    if (this.task || this.upload.wish() !== 'run' || this.upload.ended()) return;
    this.task = this.launch?.(this.upload) ?? null;
  }
}
