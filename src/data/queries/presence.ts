/** Presence in a room: people, and whether they are typing. */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import * as v from 'valibot';
import { constants } from '#domain/constants.ts';
import { presenceSchema, type Presence } from '#domain/presence/schema.ts';
import { realtimePaths } from '#api/paths.ts';
import { realtimeToken, serverTime } from '#ports/realtime/realtime.ts';
import { docsToken } from '#ports/docs/docs.ts';
import type { Json } from '#ports/shared.ts';
import { watchChildren } from '../client/watch-children.ts';
import { useClock } from '../client/clock.tsx';
import { endAll } from '../client/end-all.ts';
import { useLive } from '#react/live-query.ts';
import { usePort } from '#react/ports.tsx';
import { isFresh, type Present, RoomPresence } from './room-presence.ts';
import { type HeldSlot, holdSlot } from './presence-slot.ts';
import { usePeople, useTeam } from './team.tsx';
import { useView, type ViewFailure } from '../client/view.ts';

export interface RoomPerson {
  readonly userId: string;
  /** Name among the team's members. */
  readonly displayName: string;
  readonly doing: Presence['doing'];
}

/** People in the room by name. The same object until the people, their typing or their names change. */
export function useRoomPeople(incidentId: string): readonly RoomPerson[] {
  const { name } = usePeople();
  const { data } = usePresences(incidentId);
  return useMemo(
    () =>
      (data ?? [])
        .map((person) => ({ ...person, displayName: name(person.userId) }))
        .toSorted((a, b) => a.displayName.localeCompare(b.displayName)),
    [data, name],
  );
}

/** Failure to read the presence in a room. */
export function useRoomFailure(incidentId: string): ViewFailure | null {
  return useView(usePresences(incidentId)).failure;
}

/** Interval of the look for people whose beats have ended. */
const expireEveryMs = 5000;

function usePresences(incidentId: string) {
  const realtime = usePort(realtimeToken);
  const clock = useClock();
  const { team, me } = useTeam();
  return useLive<readonly Present[]>(['room', team.id, incidentId], (push) => {
    let offset = 0;
    const presence = new RoomPresence({
      readerId: me.id,
      now: () => clock.now() + offset,
      changed: push.next,
    });
    const endings = [
      realtime.watchServerTimeOffset((next) => {
        offset = next;
        presence.expire();
      }),
      clock.every(expireEveryMs, () => presence.expire()),
      watchChildren(realtime, realtimePaths.room(team.id, incidentId), {
        next: (event) => presence.apply(event),
        error: (error) => {
          end();
          push.error(error);
        },
      }),
      () => presence.close(),
    ];
    const end = () => endAll(endings);
    return end;
  });
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
