/** Exact transport over a backend that only hints: queries that may have changed are found again, and the difference is published. */
import type { Clock } from '#provider-kit/clock.ts';
import type { DocState } from '#query/doc-state.ts';
import type { HintingBackend } from './hinting-backend.ts';
import { reportedRequests } from './reported-requests.ts';
import { RefetchingStream } from './refetching-stream.ts';
import { SeenVersions } from './seen-versions.ts';
import type { DocsTransport } from './transport.ts';

export interface RefetchingOptions {
  readonly clock: Clock;
  /** Interval in which everything is found again, for hints that were lost. Default: 30 s. */
  readonly pollMs?: number;
  /** Gets errors of the backend that are no `PortError`. */
  readonly report: (error: unknown) => void;
}

export function refetching(
  hinting: HintingBackend,
  { clock, report, pollMs = 30_000 }: RefetchingOptions,
): DocsTransport {
  const backend = reportedRequests(hinting, report);
  const versions = new SeenVersions();
  const streams = new Set<RefetchingStream>();
  /** Publishes documents of a single reply in queries that hold an older state, with all changes of the same commit, before the reply. */
  const publishFirst = async (docs: readonly DocState[]) => {
    await Promise.all(Array.from(streams, (stream) => stream.publishReply(docs)));
    return docs;
  };
  return {
    async get(path) {
      const doc = versions.stateOf(path, await backend.get(path));
      await publishFirst([doc]);
      return { epoch: versions.epoch, ...doc };
    },
    async find(query) {
      const docs = await publishFirst(versions.noteAll(await backend.find(query)));
      return { epoch: versions.epoch, version: versions.ofAnswer(), docs };
    },
    async commit(commit, signal) {
      const accepted = backend.commit(commit, signal).then((docs) => versions.accepted(commit.id, docs));
      await Promise.all(Array.from(streams, (stream) => stream.publishCommit(commit, accepted)));
      return accepted;
    },
    open(queue, next) {
      const stream = new RefetchingStream({ backend, versions, clock, pollMs, queue, next });
      streams.add(stream);
      return {
        listen: (request) => stream.listen(request),
        unlisten: (target) => stream.unlisten(target),
        close() {
          streams.delete(stream);
          stream.close();
        },
      };
    },
    connection: backend.connection,
    identity: backend.identity,
    limits: backend.limits,
    groups: backend.groups,
    aggregate: backend.aggregate,
    nearest: backend.nearest,
  };
}
