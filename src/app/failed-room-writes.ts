/** Toasts for comments, tasks and files that an earlier page or another tab gave and the server rejected, on any screen. */
import { useEffect } from 'react';
import { explain } from '#src/data/client/errors.ts';
import { useFailedRoomWrites } from '#src/data/client/failed-room-writes.ts';
import type { RoomWrite } from '#src/data/client/room-write.ts';
import { useToasts } from '#src/ui/toasts.tsx';

export function useFailedRoomWriteToasts(): void {
  const { failed, dismiss } = useFailedRoomWrites();
  const toasts = useToasts();
  useEffect(() => {
    for (const { write, error } of failed) {
      dismiss(write.entry.id);
      toasts.error(titleOf(write), explain(error));
    }
  }, [failed, dismiss, toasts]);
}

function titleOf({ entry }: RoomWrite): string {
  if (entry.kind === 'comment') return `The comment “${shortened(entry.body)}” was not sent`;
  if (entry.kind === 'task') return `The task “${shortened(entry.text)}” was not changed`;
  if (entry.kind === 'attachment') return `The list of files was not changed: ${entry.name}`;
  return 'A change of an incident was not saved';
}

const most = 60;
const shortened = (text: string): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
