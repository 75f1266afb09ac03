/**
 * Sending of commands as Muster's client does it (`src/data/client/sending.ts`, `src/data/client/outbox.ts`), without React: in
 * order for each aggregate, waiting while there is no connection, retried after a transient failure, stored across a reload.
 */
import { type CommandName, commandScope, mayExpire } from '#api/commands.ts';
import type { EmbeddedClient } from '#fakes/client/client.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { ageOf, expiredError, hasExpired } from '#src/data/client/command-age.ts';
import { mayTryAgain, waitMs } from '#src/data/client/sending.ts';

export interface Command {
  readonly name: CommandName;
  readonly input: Readonly<Record<string, unknown>> & { readonly commandId: string };
  readonly givenAt: number;
}

/** Answer to the person; `done` with the output. */
export type CommandAnswer =
  | { readonly kind: 'done'; readonly output: unknown }
  | {
      readonly kind: 'failed';
      readonly error: unknown;
      /** Expired in the browser: an earlier attempt may have been carried out, as the sentence says. */
      readonly unconfirmed?: boolean;
    };

/** The commands of one scope, sent one after the other. */
interface Lane {
  sending: boolean;
  resting: boolean;
  failures: number;
}

export class Outbox {
  /** Stored commands: the same list after a reload. */
  private readonly kept: Command[];
  private readonly client: EmbeddedClient;
  private readonly clock: Clock;
  private readonly tell: (command: Command, told: CommandAnswer) => void;
  private readonly stops: (() => void)[] = [];
  private readonly attempted = new Set<Command>();
  private connected = false;
  private readonly lanes = new Map<string, Lane>();
  private closed = false;

  constructor(
    kept: Command[],
    client: EmbeddedClient,
    clock: Clock,
    tell: (command: Command, told: CommandAnswer) => void,
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

  /** Sends the first command of each scope that has none under way. */
  private go(): void {
    const seen = new Set<string>();
    for (const command of [...this.kept]) {
      const scope = commandScope(command) ?? command.input.commandId;
      if (!seen.has(scope)) this.send(command, this.lane(scope));
      seen.add(scope);
    }
  }

  private lane(scope: string): Lane {
    const lane = this.lanes.get(scope) ?? { sending: false, resting: false, failures: 0 };
    this.lanes.set(scope, lane);
    return lane;
  }

  private send(command: Command, lane: Lane): void {
    if (lane.sending || lane.resting || this.closed || !this.connected) return;
    lane.sending = true;
    const { name, input } = command;
    const now = this.clock.now();
    if (!this.attempted.has(command) && hasExpired({ ...command, expires: mayExpire(command) }, now))
      return this.end(command, lane, {
        kind: 'failed',
        error: expiredError(command, now),
        unconfirmed: true,
      });
    this.attempted.add(command);
    this.client.functions.call(name, { ...input, ageMs: ageOf(command, now) } as never).then(
      (output) => this.end(command, lane, { kind: 'done', output }),
      (error: unknown) => this.failed(command, lane, error),
    );
  }

  private failed(command: Command, lane: Lane, error: unknown): void {
    if (this.closed) return;
    if (!mayTryAgain(lane.failures, error)) return this.end(command, lane, { kind: 'failed', error });
    lane.sending = false;
    lane.resting = true;
    const wake = () => {
      lane.resting = false;
      this.go();
    };
    this.stops.push(this.clock.setTimer(wake, waitMs(lane.failures++)));
  }

  private end(command: Command, lane: Lane, told: CommandAnswer): void {
    if (this.closed) return;
    lane.sending = false;
    lane.failures = 0;
    this.kept.splice(this.kept.indexOf(command), 1);
    this.tell(command, told);
    this.go();
  }
}
