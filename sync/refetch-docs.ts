import { toPortError } from '#ports/errors.ts';
import { mayPass } from '#provider-kit/backoff.ts';
import type { LocalReplica } from './local-replica.ts';
import { learnDocs, type ReplicaChange } from './remote-events.ts';
import type { DocsTransport } from './transport.ts';

/** Requests documents whose cached content is out of date, for use offline. Documents that may not be read are removed. */
export function refetchDocs(
  transport: DocsTransport,
  replica: LocalReplica,
  paths: Iterable<string>,
  show: (change: ReplicaChange) => void,
): void {
  for (const path of paths)
    transport.get(path).then(
      (reply) => {
        const change = learnDocs(replica, reply.epoch, [reply]);
        if (change) show(change);
        replica.release([path]);
      },
      (error: unknown) => {
        if (mayPass(toPortError(error))) return;
        replica.docs.forget(path);
        show({ paths: new Set([path]) });
      },
    );
}
