/** The embedded cloud as the transport of its documents client. */
import { toPortError } from '#ports/errors.ts';
import { errorFrom } from '#provider-kit/error-data.ts';
import type {
  AcceptedCommit,
  Connection,
  DocsTransport,
  StateSignal,
  TransportEvent,
  TransportStream,
} from '#sync/transport.ts';
import { platformLimits } from '#firebase-rules/platform/planner.ts';
import type {
  Accepted,
  CommitRequest,
  FindReply,
  GetReply,
  WireListenRequest as CloudListenRequest,
  ServedTargetChange,
  DocsStreamEvent,
  StreamRequest,
} from '#fakes/cloud/docs/protocol.ts';
import type { CloudLink } from './link.ts';

export function createDocsTransport(link: CloudLink): DocsTransport {
  return {
    get: (path) => link.request<GetReply>('docs', 'get', { path }),
    find: (query) => link.request<FindReply>('docs', 'find', { query }),
    async commit({ id, queue, writes, expects }, signal) {
      const request: CommitRequest = { queue, mutation: id, writes, readings: expects };
      return acceptedCommit(await link.request<Accepted>('docs', 'commit', request, signal));
    },
    open: ({ queueName }, next) => openStream(link, queueName, next),
    connection: connectionOf(link),
    identity: { current: () => link.uid(), onChange: (next) => link.onIdentity(next) },
    limits: platformLimits,
    groups: true,
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

function connectionOf(link: CloudLink): StateSignal<Connection> {
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

/** Stream of one connection. A target is closed once the cloud has it: requests may be carried out in any order. */
function openStream(link: CloudLink, queue: string, next: (event: TransportEvent) => void): TransportStream {
  /** Targets requested and not answered yet, with whether they are wanted still. */
  const requested = new Map<number, { wanted: boolean }>();
  const request: StreamRequest = { queue };
  const close = link.open('docs', 'stream', request, {
    event({ targets, accepted, epoch, version, docs }: DocsStreamEvent) {
      next({
        type: 'changes',
        epoch,
        version,
        docs,
        targets: targets.some(isOver) ? targets.filter((change) => !isOver(change)) : targets,
        accepted: accepted ? [acceptedCommit(accepted)] : [],
      });
      for (const { target, refused } of targets)
        if (refused) next({ type: 'refused', target, error: errorFrom(refused) });
    },
    end: (error) => next({ type: 'ended', error }),
  });
  // The answer does not matter: a lost connection ends the target too.
  const unlisten = (target: number) => void link.request('docs', 'unlisten', { target }).catch(() => {});
  return {
    listen({ target, subject, resume }) {
      const state = { wanted: true };
      requested.set(target, state);
      const listen: CloudListenRequest = { target, what: subject, resume };
      link
        .request('docs', 'listen', listen)
        .finally(() => requested.delete(target))
        .then(
          () => {
            if (!state.wanted) unlisten(target);
          },
          (error: unknown) => {
            if (state.wanted) next({ type: 'refused', target, error: toPortError(error) });
          },
        );
    },
    unlisten(target) {
      const state = requested.get(target);
      if (state) state.wanted = false;
      else unlisten(target);
    },
    close,
  };
}

const isOver = ({ refused }: ServedTargetChange) => refused !== undefined;
