/** One listen at the server, opened again after each loss of the connection; what it said is kept meanwhile. */
import { empty, fromWire, type Keys, type TreeNode } from '#fakes/cloud/realtime/node.ts';
import type { ListenEvent } from '#fakes/cloud/realtime/protocol.ts';
import type { NormalQuery } from '#ports/realtime/checks.ts';
import type { PortError } from '#ports/errors.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { ClientContext } from '../context.ts';
import type { Source, View } from './view.ts';

const retryMs = 1000;

export interface ListeningEvents {
  /** Changes at these places, all at one moment. */
  changed(listening: Listening, places: readonly Keys[]): void;
  /** The server won't have it. */
  refused(listening: Listening, error: PortError): void;
}

export class Listening implements Source {
  readonly query: NormalQuery;
  /** Views of this very query, for whose sake it is open. */
  readonly owners = new Set<View>();
  /** Views further down, or in another order, that it serves as well. */
  readonly guests = new Set<View>();
  private readonly context: ClientContext;
  private readonly events: ListeningEvents;
  private node: TreeNode;
  private isComplete: boolean;
  private close: Unsubscribe | null = null;
  private cancelRetry: Unsubscribe | null = null;

  /** `known`: what an earlier listen said of this place. */
  constructor(context: ClientContext, query: NormalQuery, events: ListeningEvents, known: TreeNode | null) {
    this.context = context;
    this.query = query;
    this.events = events;
    this.node = known ?? empty;
    this.isComplete = known !== null;
  }

  complete(): boolean {
    return this.isComplete;
  }

  at(keys: Keys): TreeNode {
    return this.node.at(keys.slice(this.query.keys.length));
  }

  open(): void {
    if (this.close) return;
    const { link, clock } = this.context;
    const close = link.open('realtime', 'listen', this.query, {
      event: (event: ListenEvent) => {
        if (this.close === close) this.receive(event);
      },
      end: (error) => {
        if (this.close !== close) return;
        this.close = null;
        if (error && error.code !== 'unavailable') this.events.refused(this, error);
        else if (link.online()) this.cancelRetry = clock.setTimer(() => this.open(), retryMs);
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

  /** Writes into what the server said, as if it had said it. */
  pretend(keys: Keys, node: TreeNode): void {
    if (!this.isComplete) return;
    const relative = keys.slice(this.query.keys.length);
    const inside = this.query.keys.slice(keys.length);
    this.node = this.node.with(relative, inside.length > 0 ? node.at(inside) : node);
    this.events.changed(this, [keys]);
  }

  private receive({ whole, patches }: ListenEvent): void {
    for (const { keys, value } of patches) this.node = this.node.with(keys, fromWire(value));
    if (whole) this.isComplete = true;
    this.events.changed(
      this,
      patches.map(({ keys }) => [...this.query.keys, ...keys]),
    );
  }
}
