/** The counters of a key's messages in a transaction. */
import { constants } from '#domain/constants.ts';
import { type Counter, counterAt, counterSchema, countersFor, hasRoom } from '#domain/ingest/counter.ts';
import { ingestKeyId } from '#api/ingest-key.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

/** A counter that counts one message. */
export interface Counting {
  readonly id: string;
  readonly counter: Counter;
}

const counterId = (keyId: string, counter: number): string => `${keyId}-${counter}`;

export const countersOfKey = (keyId: string): readonly string[] =>
  Array.from({ length: constants.groupCounters }, (_, counter) =>
    serverPaths.ingestRate(counterId(keyId, counter)),
  );

/** A counter for a message. `isNew`: it is of an unknown group; null when there is no room for another one in this minute. */
export async function counterFor(
  work: UnitOfWork,
  key: string,
  dedupKey: string,
  { isNew }: { readonly isNew: boolean },
): Promise<Counting | null> {
  for (const number of countersFor(dedupKey)) {
    const id = counterId(ingestKeyId(key), number);
    const counter = counterAt(await work.getReadable(counterSchema, serverPaths.ingestRate(id)), work.now);
    if (!isNew) return { id, counter };
    if (hasRoom(counter)) return { id, counter: { ...counter, groups: counter.groups + 1 } };
  }
  return null;
}

export const saveCounter = (work: UnitOfWork, { id, counter }: Counting): void =>
  work.save(serverPaths.ingestRate(id), counter);
