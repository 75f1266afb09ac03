/** Presence in a room: people, and whether they are typing. */
import { useCallback, useEffect, useRef } from 'react';
import * as v from 'valibot';
import { constants } from '#domain/constants.ts';
import { presenceSchema, type Presence } from '#domain/presence/schema.ts';
import { realtimePaths } from '#api/paths.ts';
import { realtimeToken, serverTime } from '#ports/realtime/realtime.ts';
import { docsToken } from '#ports/docs/docs.ts';
import type { Json } from '#ports/shared.ts';
import { useClock, useServerNow } from '../client/clock.tsx';
import { useLive } from '../client/live-query.ts';
import { usePort } from '../client/ports.tsx';
import { type HeldSlot, holdSlot } from './presence-slot.ts';
import { usePeople, useTeam } from './team.tsx';
import { useView, type ViewFailure } from '../client/view.ts';

export interface RoomPerson {
  readonly userId: string;
  /** Name among the team's members. */
  readonly displayName: string;
  readonly doing: Presence['doing'];
}

/** People in the room by name; a person with several tabs counts once and is typing if one of them is. */
export function useRoomPeople(incidentId: string): readonly RoomPerson[] {
  const { me } = useTeam();
  const { name } = usePeople();
  const now = useServerNow(5000);
  const { data = [] } = usePresences(incidentId);
  // The reader is here, however long ago the last beat was by a clock that has been moved.
  const fresh = data.filter((entry) => entry.userId === me.id || isFresh(entry, now));
  const here = new Map<string, RoomPerson>();
  for (const { userId, doing } of fresh) {
    const isTyping = doing === 'typing' || here.get(userId)?.doing === 'typing';
    here.set(userId, { userId, displayName: name(userId), doing: isTyping ? 'typing' : 'looking' });
  }
  return [...here.values()].toSorted((a, b) => a.displayName.localeCompare(b.displayName));
}

/** Failure to read the presence in a room. */
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
            .map((child) => v.safeParse(presenceSchema, child.value))
            .flatMap((result) => (result.success ? [result.output] : [])),
        ),
      error: push.error,
    }),
  );
}

/** Reports the reader's presence in the room while the screen is open; returns a function that reports typing. */
export function useMyPresence(incidentId: string): (typing: boolean) => void {
  const realtime = usePort(realtimeToken);
  const docs = usePort(docsToken);
  const clock = useClock();
  const { team, me } = useTeam();
  const doing = useRef<Presence['doing']>('looking');
  const slot = useRef<HeldSlot>(null);

  useEffect(() => {
    const held = holdSlot(realtime, clock, {
      ...presencePlace(team.id, incidentId, me.id),
      connectionId: docs.newId(),
      entry: () => presenceEntry(me.id, doing.current),
    });
    slot.current = held;
    return () => {
      slot.current = null;
      held.end();
    };
  }, [realtime, docs, clock, team.id, incidentId, me.id]);

  return useCallback((typing) => {
    const next = typing ? 'typing' : 'looking';
    if (doing.current === next) return;
    doing.current = next;
    slot.current?.write();
  }, []);
}

/** Place of a person's presence in a room, with the rule for taking over an entry of another connection. */
export const presencePlace = (teamId: string, incidentId: string, userId: string) => ({
  folder: realtimePaths.room(teamId, incidentId),
  slots: slotNumbers.map((slot) => realtimePaths.presence(teamId, incidentId, userId, slot)),
  isStale(entry: Json, now: number): boolean {
    const known = v.safeParse(presenceSchema, entry);
    return known.success && !isFresh(known.output, now);
  },
  beatMs: constants.presenceBeatSeconds * 1000,
});

export const presenceEntry = (userId: string, doing: Presence['doing']) => ({
  userId,
  doing,
  seenAt: serverTime(),
});

/** Place of the mark that a person's application is open. Such an entry never gets stale. */
export const humanPlace = (teamId: string, userId: string) => ({
  folder: realtimePaths.humans(teamId, userId),
  slots: slotNumbers.map((slot) => realtimePaths.human(teamId, userId, slot)),
  isStale: () => false,
  beatMs: constants.presenceBeatSeconds * 1000,
});

const slotNumbers = Array.from({ length: constants.presenceSlots }, (_, slot) => slot);

const isFresh = ({ seenAt }: Presence, now: number): boolean =>
  now - seenAt < constants.presenceStaleSeconds * 1000;
