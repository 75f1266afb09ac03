/** Room writes without an answer, shown as if the server had them. */
import { skipToken, useMutationState } from '@tanstack/react-query';
import { usePushed } from '#react/live-query.ts';
import { useMemo } from 'react';
import type { TimelineEvent } from '#domain/timeline/schema.ts';
import type { Live, LiveList } from './documents.ts';
import { type RoomWrite, roomWriteKey, type StateChange } from './room-write.ts';

/** Cache key of the writes that other tabs have given and this one has not taken over. */
export const foreignRoomWritesKey = ['foreign-room-writes'];

/** A room write without an answer. */
export interface PendingRoomWrite {
  readonly write: RoomWrite;
  /** Whether it is not sent yet: the connection is lost, or something that was given before it has no answer yet. */
  readonly waits: boolean;
}

const noWrites: readonly RoomWrite[] = [];
const none: readonly PendingRoomWrite[] = [];

/** In the order in which they were given, including those of this browser's other tabs. */
export function usePendingRoomWrites(incidentId: string): readonly PendingRoomWrite[] {
  const own = useMutationState({
    filters: { mutationKey: roomWriteKey, status: 'pending' },
    select: ({ state }): PendingRoomWrite => ({
      write: state.variables as RoomWrite,
      waits: state.isPaused,
    }),
  });
  const { data: foreign = noWrites } = usePushed<readonly RoomWrite[]>({
    queryKey: foreignRoomWritesKey,
    queryFn: skipToken,
  });
  return useMemo(() => {
    const known = new Set(own.map(({ write }) => write.entry.id));
    const others = foreign.filter(({ entry }) => !known.has(entry.id));
    const all = [...own, ...others.map((write): PendingRoomWrite => ({ write, waits: false }))].filter(
      ({ write }) => write.entry.incidentId === incidentId,
    );
    return all.length === 0 ? none : all.toSorted((a, b) => a.write.givenAt - b.write.givenAt);
  }, [own, foreign, incidentId]);
}

/** A write's entry as an item, one object for each of its two states: an unchanged item is not rendered again. */
const entryItems = { waiting: itemsOf(true), sending: itemsOf(false) };

function itemsOf(waits: boolean): (write: RoomWrite) => Live<TimelineEvent> {
  const items = new WeakMap<RoomWrite, Live<TimelineEvent>>();
  return (write) => {
    const item = items.get(write) ?? { value: write.entry, pending: true, waits };
    items.set(write, item);
    return item;
  };
}

/** The timeline with the entries that the server does not have, at its end. */
export function withPendingEntries(
  list: LiveList<TimelineEvent>,
  writes: readonly PendingRoomWrite[],
): LiveList<TimelineEvent> {
  if (writes.length === 0) return list;
  const known = new Set(list.items.map(({ value }) => value.id));
  const missing = writes.filter(({ write }) => !known.has(write.entry.id));
  if (missing.length === 0) return list;
  const items = missing.map(({ write, waits }) => entryItems[waits ? 'waiting' : 'sending'](write));
  return { ...list, items: [...list.items, ...items] };
}

type StateOf<C extends StateChange['collection']> = NonNullable<
  Extract<StateChange, { collection: C }>['after']
>;

/** Tasks or files with the changes that wait, in their order. */
export function withPendingState<C extends StateChange['collection']>(
  collection: C,
  list: LiveList<StateOf<C>>,
  writes: readonly PendingRoomWrite[],
): LiveList<StateOf<C>> {
  let { items } = list;
  for (const { write, waits } of writes) {
    const { state } = write;
    if (state?.collection !== collection) continue;
    const after = state.after as StateOf<C> | null;
    const index = items.findIndex(({ value }) => value.id === state.id);
    if (after === null) items = items.toSpliced(index, index < 0 ? 0 : 1);
    else if (index >= 0) items = items.toSpliced(index, 1, { value: after, pending: true, waits });
    else if (state.before === null) items = [...items, { value: after, pending: true, waits }];
  }
  return items === list.items ? list : { ...list, items };
}
