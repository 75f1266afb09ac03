/** Who is in a room right now, and what they are doing. */
import { useCallback, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { constants } from '#domain/constants.ts';
import { presence, type Presence } from '#domain/entities/presence.ts';
import { realtimePaths } from '#domain/paths.ts';
import { type Realtime, realtimeToken, serverTime } from '#ports/realtime/realtime.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { useClock, useServerNow } from './clock.tsx';
import { useLive } from './live-query.ts';
import { usePort } from './ports.tsx';
import { useTeam } from './team.tsx';
import { useView, type ViewFailure } from './view.ts';

export interface RoomPerson {
  readonly userId: string;
  readonly displayName: string;
  readonly doing: Presence['doing'];
}

/** Everyone in the room, by name; a person with several tabs counts once and is typing if one of them is. */
export function useRoomPeople(incidentId: string): readonly RoomPerson[] {
  const { me } = useTeam();
  const now = useServerNow(5000);
  const { data = [] } = usePresences(incidentId);
  // Whoever reads this is here, however long ago the last beat was by a clock that has been moved.
  const fresh = data.filter(
    (entry) => entry.userId === me.id || now - entry.seenAt < constants.presenceStaleSeconds * 1000,
  );
  const people = new Map<string, RoomPerson>();
  for (const entry of fresh) {
    const known = people.get(entry.userId);
    people.set(entry.userId, { ...entry, doing: known?.doing === 'typing' ? 'typing' : entry.doing });
  }
  return [...people.values()].toSorted((a, b) => a.displayName.localeCompare(b.displayName));
}

/** Why it is not known who is here, if that can’t be read. */
export function useRoomFailure(incidentId: string): ViewFailure | null {
  return useView(usePresences(incidentId)).failure;
}

function usePresences(incidentId: string) {
  const realtime = usePort(realtimeToken);
  const { team } = useTeam();
  return useLive<readonly Presence[]>(['room', team.id, incidentId], (push) =>
    realtime.watch(realtimePaths.room(team.id, incidentId), {
      next: (snapshot) =>
        push.next(
          snapshot.children
            .map((child) => v.safeParse(presence, child.value))
            .flatMap((result) => (result.success ? [result.output] : [])),
        ),
      error: push.error,
    }),
  );
}

/** Says that I am in the room for as long as the screen is open; returns how to say that I am typing. */
export function useMyPresence(incidentId: string): (typing: boolean) => void {
  const realtime = usePort(realtimeToken);
  const docs = usePort(docsToken);
  const clock = useClock();
  const { team, me } = useTeam();
  const [connectionId] = useState(() => docs.newId());
  const doing = useRef<Presence['doing']>('looking');
  const path = realtimePaths.presence(team.id, incidentId, connectionId);

  const write = useCallback(
    () => announce(realtime, path, { userId: me.id, displayName: me.displayName, doing: doing.current }),
    [realtime, path, me.id, me.displayName],
  );

  useEffect(() => {
    const arrive = () => {
      ignore(realtime.onDisconnect(path).remove());
      write();
    };
    let connected = false;
    const endWatch = realtime.watchConnection((now) => {
      connected = now;
      if (connected) arrive();
    });
    // Beats made offline would wait and all go out at once, saying what is long over.
    const endBeat = clock.every(constants.presenceBeatSeconds * 1000, () => {
      if (connected) write();
    });
    return () => {
      endWatch();
      endBeat();
      ignore(realtime.onDisconnect(path).cancel());
      ignore(realtime.remove(path));
    };
  }, [realtime, path, clock, write]);

  return useCallback(
    (typing) => {
      const next = typing ? 'typing' : 'looking';
      if (doing.current === next) return;
      doing.current = next;
      write();
    },
    [write],
  );
}

function announce(realtime: Realtime, path: string, who: Omit<Presence, 'seenAt'>): void {
  ignore(realtime.set(path, { ...who, seenAt: serverTime() }));
}

/** Presence is a courtesy: when it can't be said, the next beat tries again. */
const ignore = (work: Promise<unknown>) => void work.catch(() => undefined);
