/** The embedded cloud as the transport of its documents client. */
import { platformLimits } from '#fakes/cloud/docs/planner.ts';
import type {
  Accepted,
  CommitRequest,
  FindReply,
  GetReply,
  ListenRequest as CloudListenRequest,
  StreamEvent,
  StreamRequest,
} from '#fakes/cloud/docs/protocol.ts';
import { errorFrom } from '#provider-kit/error-data.ts';
import { toPortError } from '#ports/errors.ts';
import type {
  AcceptedCommit,
  Connection,
  DocsTransport,
  ListenRequest,
  Signal,
  TransportEvent,
  TransportStream,
} from '#sync/transport.ts';
import type { Link } from './link.ts';

export function createDocsTransport(link: Link): DocsTransport {
  return {
    get: (path) => link.request<GetReply>('docs', 'get', { path }),
    find: (query) => link.request<FindReply>('docs', 'find', { query }),
    async commit({ id, queue, writes, expects }, signal) {
      const request: CommitRequest = { queue, mutation: id, writes, readings: expects };
      return acceptedCommit(await link.request<Accepted>('docs', 'commit', request, signal));
    },
    open: (queue, next) => new LinkStream(link, queue, next),
    connection: connectionOf(link),
    identity: { current: () => link.uid(), onChange: (next) => link.onIdentity(next) },
    limits: platformLimits,
    aggregate: {
      aggregate: (query, aggregates) => link.request('docs', 'aggregate', { query, aggregates }),
    },
    nearest: {
      async nearest(query) {
        const { docs, distances = [] } = await link.request<FindReply>('docs', 'find', { query });
        return docs.map((doc, at) => ({ doc, distance: distances[at] ?? 0 }));
      },
    },
  };
}

const acceptedCommit = ({ mutation, version, results }: Accepted): AcceptedCommit => ({
  commit: mutation,
  version,
  results,
  docs: [],
});

function connectionOf(link: Link): Signal<Connection> {
  return {
    current: () => (link.online() ? 'online' : link.networkOn() ? 'connecting' : 'offline'),
    onChange(next) {
      const ends = [
        link.onOnline((online) => next(online ? 'online' : 'connecting')),
        link.onBroken((back) => {
          if (!back) next('offline');
        }),
        link.onNetwork((on) => {
          if (!on) next('offline');
        }),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

/** Stream of one connection. A target is closed at the cloud once the cloud has it: requests may be carried out in any order. */
class LinkStream implements TransportStream {
  private readonly link: Link;
  private readonly next: (event: TransportEvent) => void;
  private readonly end: () => void;
  /** Targets requested and not answered yet, with whether they are wanted still. */
  private readonly requested = new Map<number, { wanted: boolean }>();
  private closed = false;

  constructor(link: Link, queue: string | null, next: (event: TransportEvent) => void) {
    this.link = link;
    this.next = next;
    const request: StreamRequest = { queue };
    this.end = link.open('docs', 'stream', request, {
      event: (event: StreamEvent) => this.receive(event),
      end: (error) => {
        if (this.closed) return;
        this.closed = true;
        next({ type: 'ended', error });
      },
    });
  }

  listen({ target, subject, resume }: ListenRequest): void {
    const state = { wanted: true };
    this.requested.set(target, state);
    const request: CloudListenRequest = { target, what: subject, resume };
    this.link.request('docs', 'listen', request).then(
      () => {
        if (this.requested.get(target) === state) this.requested.delete(target);
        if (!state.wanted) this.send(target);
      },
      (error: unknown) => {
        if (this.requested.get(target) === state) this.requested.delete(target);
        if (state.wanted && !this.closed) this.next({ type: 'refused', target, error: toPortError(error) });
      },
    );
  }

  unlisten(target: number): void {
    const state = this.requested.get(target);
    if (state) state.wanted = false;
    else this.send(target);
  }

  close(): void {
    this.closed = true;
    this.end();
  }

  private receive(event: StreamEvent): void {
    if (this.closed) return;
    const { epoch, version, docs, targets, accepted } = event;
    this.next({
      type: 'changes',
      epoch,
      version,
      docs,
      targets: targets.some(({ refused }) => refused) ? targets.filter(({ refused }) => !refused) : targets,
      accepted: accepted && acceptedCommit(accepted),
    });
    for (const { target, refused } of targets)
      if (refused && !this.closed) this.next({ type: 'refused', target, error: errorFrom(refused) });
  }

  private send(target: number): void {
    if (this.closed) return;
    // The answer does not matter: a lost connection ends the target too.
    this.link.request('docs', 'unlisten', { target }).catch(() => {});
  }
}
