/**
 * How Muster's client sends commands (`src/data/client/commands.ts`, `src/data/client/outbox.ts`), without React: one after the other, waiting
 * while there is no connection, tried again after what may pass, kept across a reload.
 */
import type { CallName } from '#api/commands.ts';
import type { EmbeddedClient } from '#fakes/client/client.ts';
import type { Clock } from '#fakes/cloud/clock.ts';
import { mayTryAgain, waitMs } from '#src/data/client/sending.ts';

export interface Command {
  readonly name: CallName;
  readonly input: Readonly<Record<string, unknown>> & { readonly commandId: string };
}

/** What the person was told; `done` with the answer. */
export type Told =
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly error: unknown };

export class Outbox {
  /** What the browser keeps: the same list after a reload. */
  private readonly kept: Command[];
  private readonly client: EmbeddedClient;
  private readonly clock: Clock;
  private readonly tell: (command: Command, told: Told) => void;
  private readonly stops: (() => void)[] = [];
  private connected = false;
  private sending = false;
  private resting = false;
  private closed = false;
  private failures = 0;

  constructor(
    kept: Command[],
    client: EmbeddedClient,
    clock: Clock,
    tell: (command: Command, told: Told) => void,
  ) {
    this.kept = kept;
    this.client = client;
    this.clock = clock;
    this.tell = tell;
    this.stops.push(
      client.realtime.watchConnection((connected) => {
        this.connected = connected;
        this.go();
      }),
    );
  }

  give(command: Command): void {
    this.kept.push(command);
    this.go();
  }

  close(): void {
    this.closed = true;
    for (const stop of this.stops) stop();
  }

  private go(): void {
    const [command] = this.kept;
    if (!command || this.sending || this.resting || this.closed || !this.connected) return;
    this.sending = true;
    this.client.functions.call(command.name, command.input as never).then(
      (output) => this.end(command, { kind: 'done', output }),
      (error: unknown) => this.failed(command, error),
    );
  }

  private failed(command: Command, error: unknown): void {
    if (this.closed) return;
    if (!mayTryAgain(this.failures, error)) return this.end(command, { kind: 'failed', error });
    this.sending = false;
    this.resting = true;
    const wake = () => {
      this.resting = false;
      this.go();
    };
    this.stops.push(this.clock.setTimer(wake, waitMs(this.failures++)));
  }

  private end(command: Command, told: Told): void {
    if (this.closed) return;
    this.sending = false;
    this.failures = 0;
    this.kept.shift();
    this.tell(command, told);
    this.go();
  }
}
