/** A call that both sides speak in, by whatever transport it came. */
import type { Headers } from './caller.ts';
import type { Status } from './status.ts';

export interface Call<In> {
  readonly headers: Headers;
  /** Messages in order; `end` when nothing comes any more, whoever ended it, and perhaps more than once. */
  listen(on: CallListener<In>): void;
  write(message: object): void;
  end(): void;
  /** Ends it with a refusal. */
  fail(status: Status): void;
}

export interface CallListener<In> {
  /** The next one comes once this one is handled. */
  message(message: In): void | Promise<void>;
  end(): void;
  /** Whether queued messages are dropped at the end of the call. Otherwise they are handled first. */
  readonly dropsRest?: boolean;
}
