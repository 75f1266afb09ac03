/** Realtime values over the connection between browser and server. */
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { operationQueue } from '#provider-kit/operation-queue.ts';
import { checkTreeRequest } from '#query/tree/check-requests.ts';
import { leaf, priorityKey, type TreeNode } from '#query/tree/node.ts';
import type { ListenEvent, TreeRequest, TreeRequests } from '#query/tree/protocol.ts';
import { QueryFilter } from '#query/tree/query-filter.ts';
import { checkedInput } from '../wire/input.ts';
import type { Peer, StreamObserver, WireCall, WireService } from '../wire/peer.ts';
import { listenPatches } from './listen-patches.ts';
import type { PostgresRealtime } from './postgres-realtime.ts';

/** Places of one update or transaction. */
const mostPlaces = 10_000;

type Handlers = {
  readonly [name in TreeRequest]: (
    payload: TreeRequests[name]['payload'],
    peer: Peer,
  ) => TreeRequests[name]['reply'] | Promise<TreeRequests[name]['reply']>;
};

/** `report` gets errors that are in no answer. */
export function realtimeService(
  realtime: PostgresRealtime,
  clock: Clock,
  report: (error: unknown) => void,
): WireService {
  const endings = new WeakMap<Peer, DisconnectWritesOf>();
  const endingOf = (peer: Peer): DisconnectWritesOf => {
    const known = endings.get(peer) ?? new DisconnectWritesOf(realtime, peer, report);
    endings.set(peer, known);
    return known;
  };
  const handlers: Handlers = {
    get: (query, peer) => realtime.get(query, peer.caller()).toWire(),
    async set(setting, peer) {
      await realtime.set(setting, peer.caller());
      return null;
    },
    async update({ values }, peer) {
      const settings = values.map((value) => ({ ...value, priority: null }));
      await realtime.update(settings, peer.caller());
      return null;
    },
    async setPriority({ keys, priority }, peer) {
      await realtime.patch({ keys: [...keys, priorityKey], node: leaf(priority) }, peer.caller());
      return null;
    },
    async transaction(transaction, peer) {
      return { committed: await realtime.transaction(transaction, peer.caller()) };
    },
    async onDisconnect(change, peer) {
      const author = peer.caller();
      await endingOf(peer).run(() => realtime.leave(peer.id, change, author));
      return null;
    },
  };
  const calls = Object.entries(handlers).map(([name, handle]): readonly [string, WireCall] => [
    `realtime.${name}`,
    (input, peer) => {
      checkedInput(() => {
        checkTreeRequest[name as TreeRequest](input);
        checkPlaces(input);
      });
      return handle(input as never, peer);
    },
  ]);
  return {
    calls: {
      ...Object.fromEntries(calls),
      /** The client closes its realtime connection on purpose. */
      'realtime.goodbye': (_input, peer) => endingOf(peer).run(() => realtime.ended(peer.id)),
      'realtime.now': () => clock.now(),
    },
    streams: {
      'realtime.listen'(input, peer, observer) {
        checkedInput(() => checkTreeRequest.listen(input));
        const listen = new ServedListen(realtime, input as NormalQuery, peer, observer);
        listen.open();
        const stop = peer.onIdentity(() => listen.openAgain());
        return () => {
          stop();
          listen.close();
        };
      },
    },
  };
}

/** @throws TypeError for too many places, and for one within another */
function checkPlaces(input: unknown): void {
  const { values, writes } = input as {
    readonly values?: TreeRequests['update']['payload']['values'];
    readonly writes?: readonly unknown[];
  };
  if ((values ?? writes ?? []).length > mostPlaces)
    throw new TypeError(`At most ${mostPlaces} places are written at a time.`);
  const paths = new Set(values?.map(({ keys }) => keys.join('/')));
  const lieWithin = (keys: readonly string[]) =>
    keys.some((_, length) => paths.has(keys.slice(0, length).join('/')));
  if (paths.size < (values?.length ?? 0) || values?.some(({ keys }) => lieWithin(keys)))
    throw new TypeError('An update can’t name a place and what lies in it.');
}

/** Disconnect writes of a connection, changed in turn. */
class DisconnectWritesOf {
  readonly run = operationQueue();

  constructor(realtime: PostgresRealtime, peer: Peer, report: (error: unknown) => void) {
    // Behind a write that is being left.
    peer.onClose(() => void this.run(() => realtime.ended(peer.id)).catch(report));
  }
}

class ServedListen {
  private readonly realtime: PostgresRealtime;
  private readonly query: NormalQuery;
  private readonly peer: Peer;
  private readonly observer: StreamObserver;
  private shown: TreeNode | null = null;
  private stop = () => {};
  private isOver = false;

  constructor(realtime: PostgresRealtime, query: NormalQuery, peer: Peer, observer: StreamObserver) {
    this.realtime = realtime;
    this.query = query;
    this.peer = peer;
    this.observer = observer;
  }

  /** @throws PortError permission-denied */
  open(): void {
    const filter = new QueryFilter(this.query);
    this.stop = this.realtime.listen(this.query, this.peer.caller(), {
      next: (node) => {
        const { shown } = this;
        this.shown = node;
        const patches = listenPatches(filter, shown, node);
        if (patches.length === 0) return;
        const event: ListenEvent = { whole: shown === null, patches };
        const lacksIndex = shown === null && this.realtime.lacksIndex(this.query);
        this.observer.next(lacksIndex ? { ...event, lacksIndex } : event);
      },
      error: (error) => this.observer.failed(error),
    });
  }

  /** With the caller of now. */
  openAgain(): void {
    if (this.isOver) return;
    this.stop();
    try {
      this.open();
    } catch (error) {
      this.observer.failed(error);
    }
  }

  close(): void {
    this.isOver = true;
    this.stop();
  }
}
