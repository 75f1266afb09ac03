/**
 * Writes of the browser's own about an incident: comments, tasks, records of files. Queued among the commands, so that all changes of a
 * person to an incident reach the server in their order.
 */
import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { attachmentSchema } from '#domain/attachment/schema.ts';
import { idSchema } from '#domain/base.ts';
import { taskSchema } from '#domain/task/schema.ts';
import { timelineEventSchema } from '#domain/timeline/schema.ts';
import { writtenAtOf } from '#domain/timeline/written-at.ts';
import { storedTime, toDocument } from '#api/codec.ts';
import { incidentScope } from '#api/commands.ts';
import { documentPaths } from '#api/paths.ts';
import type { Docs, Write } from '#ports/docs/docs.ts';
import { serverTimestamp } from '#ports/docs/values.ts';
import type { Realtime } from '#ports/realtime/realtime.ts';
import { ageOf } from './command-age.ts';
import { adoptEarlier } from './earlier-changes.ts';
import { mayTryAgain, waitMs } from './sending.ts';

/** `before` null: it is new; `after` null: it is removed. */
const stateChangeSchema = v.variant('collection', [
  v.object({
    collection: v.literal('tasks'),
    id: idSchema,
    before: v.nullable(taskSchema),
    after: v.nullable(taskSchema),
  }),
  v.object({
    collection: v.literal('attachments'),
    id: idSchema,
    before: v.nullable(v.object({ id: idSchema, name: v.string() })),
    after: v.nullable(attachmentSchema),
  }),
]);
export type StateChange = v.InferInput<typeof stateChangeSchema>;

const roomWriteSchema = v.object({
  /** Entry of the timeline. Its id is that of the write. */
  entry: timelineEventSchema,
  /** Change of what the entry tells of; null for a comment, which is its entry. */
  state: v.nullable(stateChangeSchema),
  /** Time at which it was written, epoch milliseconds of this browser. */
  givenAt: v.number(),
});
export type RoomWrite = v.InferInput<typeof roomWriteSchema>;

export const isRoomWrite = (value: unknown): value is RoomWrite => v.is(roomWriteSchema, value);

export const roomWriteKey = ['room-write'];

export interface RoomWriteCarriers {
  readonly docs: Docs;
  readonly realtime: Realtime;
  /** Epoch milliseconds of this browser. */
  now(): number;
}

/** Options of the mutation that stores a write; one restored after a reload gets the same. */
export const roomWriteOptions = (carriers: RoomWriteCarriers, { entry }: RoomWrite) => ({
  mutationKey: roomWriteKey,
  scope: { id: incidentScope(entry.incidentId) },
  mutationFn: (write: RoomWrite) => sendRoomWrite(carriers, write),
  retry: mayTryAgain,
  retryDelay: waitMs,
  gcTime: 60_000,
});

/** Settles once the server has accepted or refused it. */
export function giveRoomWrite(
  client: QueryClient,
  carriers: RoomWriteCarriers,
  write: RoomWrite,
): Promise<void> {
  adoptEarlier(client, incidentScope(write.entry.incidentId));
  const observer = new MutationObserver<void, Error, RoomWrite>(client, roomWriteOptions(carriers, write));
  return observer.mutate(write).finally(() => observer.reset());
}

async function sendRoomWrite({ docs, realtime, now }: RoomWriteCarriers, write: RoomWrite): Promise<void> {
  const ageMs = ageOf(write, now());
  // Most are sent at once: then nothing is asked of the connection.
  const isRecent = writtenAtOf(0, ageMs) === undefined;
  const serverNow = isRecent ? 0 : now() + (await serverOffset(realtime));
  await storeRoomWrite(docs, write, writtenAtOf(serverNow, ageMs));
}

function serverOffset(realtime: Realtime): Promise<number> {
  return new Promise((resolve) => {
    const end = realtime.watchServerTimeOffset((offsetMs) => {
      resolve(offsetMs);
      queueMicrotask(() => end());
    });
  });
}

/** Stores entry and state in one batch. `writtenAt` as `writtenAtOf` returns it. */
export async function storeRoomWrite(
  docs: Docs,
  { entry, state }: RoomWrite,
  writtenAt?: number | null,
): Promise<void> {
  const { teamId, incidentId, id } = entry;
  const path = documentPaths.timelineEvent(teamId, incidentId, id);
  const written =
    writtenAt === undefined ? {} : { writtenAt: writtenAt === null ? null : storedTime(writtenAt) };
  try {
    await docs.batch([
      ...(state === null ? [] : [stateWrite(teamId, incidentId, state)]),
      { type: 'set', path, data: { ...toDocument(entry, serverTimestamp), ...written } },
    ]);
  } catch (error) {
    // A batch that is sent again, because its answer was lost or another tab has sent it too, is refused: history is not overwritten. Its
    // entry proves that it has landed.
    if (!(await isThere(docs, path))) throw error;
  }
}

/** Write of a whole new document, or of the changed fields. The rules want the server's time for every time that a transition sets. */
function stateWrite(teamId: string, incidentId: string, change: StateChange): Write {
  const { collection, id, before, after } = change;
  const path =
    collection === 'tasks'
      ? documentPaths.task(teamId, incidentId, id)
      : documentPaths.attachment(teamId, incidentId, id);
  if (after === null) return { type: 'delete', path };
  if (before === null) return { type: 'set', path, data: toDocument(after, serverTimestamp) };
  const known = new Map<string, unknown>(Object.entries(before));
  const differing = Object.entries(after).filter(([field, value]) => known.get(field) !== value);
  return { type: 'update', path, changes: toDocument(Object.fromEntries(differing), serverTimestamp) };
}

/** Whether the server has the document; false where it can't be reached. */
async function isThere(docs: Docs, path: string): Promise<boolean> {
  const found = await docs.get(path, { source: 'server' }).catch(() => null);
  return found !== null && found.data !== null;
}
