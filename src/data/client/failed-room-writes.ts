/** Room writes of an earlier page, or of another tab, that the server has refused: no component of this page waits for their answers. */
import { type QueryClient, skipToken, useQueryClient } from '@tanstack/react-query';
import { usePushed } from '#react/live-query.ts';
import { useTeam } from '../queries/team.tsx';
import type { RoomWrite } from './room-write.ts';

export interface FailedRoomWrite {
  readonly write: RoomWrite;
  readonly error: unknown;
}

const key = ['failed-room-writes'];
const none: readonly FailedRoomWrite[] = [];

function change(
  client: QueryClient,
  next: (all: readonly FailedRoomWrite[]) => readonly FailedRoomWrite[],
): void {
  client.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData<readonly FailedRoomWrite[]>(key, (all = none) => next(all));
}

export function addFailedRoomWrite(client: QueryClient, failed: FailedRoomWrite): void {
  change(client, (all) => [...all, failed]);
}

/** Failed writes of this team, until dismissed. */
export function useFailedRoomWrites(): {
  readonly failed: readonly FailedRoomWrite[];
  dismiss(id: string): void;
} {
  const client = useQueryClient();
  const { team } = useTeam();
  const { data = none } = usePushed<readonly FailedRoomWrite[]>({
    queryKey: key,
    queryFn: skipToken,
    structuralSharing: false,
  });
  return {
    failed: data.filter(({ write }) => write.entry.teamId === team.id),
    dismiss: (id) => change(client, (all) => all.filter(({ write }) => write.entry.id !== id)),
  };
}
