/** A listen at the server, reopened after each loss of the connection. */
import { isPortError, type PortError } from '#ports/errors.ts';
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { fromWire } from '#query/tree/node.ts';
import { Overlay } from './overlay.ts';
import type { RealtimeContext } from './transport.ts';

declare const console: { warn(what: string): void };

const retryMs = 1000;

export interface ListeningEvents {
  /** Receives the server's data, by place below the listened one; one call is one moment. */
  told(query: NormalQuery, written: Overlay): void;
  /** The server won't have it. */
  refused(query: NormalQuery, error: PortError): void;
}

export class Listening {
  readonly query: NormalQuery;
  private readonly context: RealtimeContext;
  private readonly events: ListeningEvents;
  private close: Unsubscribe | null = null;
  private cancelRetry: Unsubscribe | null = null;

  constructor(context: RealtimeContext, query: NormalQuery, events: ListeningEvents) {
    this.context = context;
    this.query = query;
    this.events = events;
  }

  open(): void {
    if (this.close) return;
    const { transport, clock } = this.context;
    const close = transport.listen(this.query, {
      event: ({ patches, lacksIndex }) => {
        if (this.close !== close) return;
        if (lacksIndex) warnOfIndex(this.query);
        const written = Overlay.of(patches.map(({ keys, value }) => [keys, fromWire(value)]));
        this.events.told(this.query, written);
      },
      end: (error) => {
        if (this.close !== close) return;
        this.close = null;
        if (error && !isPortError(error, 'unavailable', 'unauthenticated'))
          this.events.refused(this.query, error);
        else if (transport.online()) this.cancelRetry = clock.setTimer(() => this.open(), retryMs);
      },
    });
    this.close = close;
  }

  pause(): void {
    this.cancelRetry?.();
    const { close } = this;
    this.close = null;
    close?.();
  }
}

function warnOfIndex({ keys, orderBy }: NormalQuery): void {
  const index = typeof orderBy === 'object' ? orderBy.child.join('/') : `.${orderBy}`;
  console.warn(
    `No index serves a query at /${keys.join('/')}: add ".indexOn": "${index}" there to the rules of the database.`,
  );
}
