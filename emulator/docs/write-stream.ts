/** The stream that writes: a handshake, then one batch after the other, each answered before the next is looked at. */
import { randomUUID } from 'node:crypto';
import type { Accepted, CommitRequest } from '#fakes/cloud/docs/protocol.ts';
import type { CommitReading } from '#fakes/cloud/docs/commit.ts';
import type { SocketConnection } from '../connection.ts';
import type { Call } from './call.ts';
import type { WireWrite, WriteMessage } from './messages.ts';
import type { ResourceNames } from './names.ts';
import { statusOf } from './status.ts';
import { wireTime } from './values.ts';
import { batchFrom, resultsOf } from './writes.ts';

/** Does the writes, all or none, if what they rely on still holds. @throws PortError */
export async function commitWrites(
  cloud: SocketConnection,
  wire: readonly WireWrite[],
  names: ResourceNames,
  readings: readonly CommitReading[] = [],
) {
  const batch = batchFrom(wire, names);
  const request: CommitRequest = {
    queue: null,
    mutation: randomUUID(),
    writes: batch.writes,
    readings: [...readings, ...batch.readings],
  };
  const accepted = await cloud.request<Accepted>('docs', 'commit', request);
  return {
    writeResults: resultsOf(wire, batch, accepted, names),
    commitTime: wireTime(accepted.version),
  };
}

export function serveWrites(call: Call<WriteMessage>, cloud: SocketConnection, names: ResourceNames): void {
  let ended = false;
  let greeted = false;
  let count = 0;
  let turn = Promise.resolve();
  const close = () => {
    if (ended) return;
    ended = true;
    cloud.close();
    call.end();
  };
  const answer = async ({ writes = [] }: WriteMessage) => {
    if (ended) return;
    const streamToken = Buffer.from(String(++count));
    if (!greeted) {
      greeted = true;
      call.write({ streamId: '1', streamToken });
      return;
    }
    const done = writes.length === 0 ? {} : await commitWrites(cloud, writes, names);
    call.write({ streamToken, ...done });
  };
  call.listen({
    message(message) {
      return (turn = turn
        .then(() => answer(message))
        .catch((error: unknown) => {
          if (ended) return;
          ended = true;
          cloud.close();
          call.fail(statusOf(error));
        }));
    },
    // Sent writes are carried out, even if nobody waits for the response.
    end: () => void turn.then(close),
  });
}
