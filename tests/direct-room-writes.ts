/** Room writes that are sent at once, without the outbox of a page. */
import type { Docs } from '#ports/docs/docs.ts';
import { storeRoomWrite } from '#src/data/client/room-write.ts';
import { type RoomWrites, roomWrites } from '#src/data/queries/room-writes.ts';

export function directRoomWrites(
  docs: Docs,
  author: Parameters<typeof roomWrites>[0],
  nextSequence: () => number,
  now: () => number = () => 0,
): RoomWrites {
  return roomWrites(author, {
    newId: () => docs.newId(),
    now,
    nextSequence,
    send: (write) => storeRoomWrite(docs, write),
  });
}
