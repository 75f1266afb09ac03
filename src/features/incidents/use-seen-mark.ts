/** “New since you looked”: a mark before the first entry of somebody else that this person has not seen on this device. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { compareEvents } from '#domain/timeline/labels.ts';
import { explain } from '#src/data/client/errors.ts';
import { keepSeenEntry, type SeenEntry, seenEntry } from '#src/data/client/seen-entries.ts';
import type { TimelineWindow } from '#src/data/queries/room.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { useTabVisible } from '#src/data/tab-visible.ts';
import type { TimelineMark } from '#src/components/timeline-mark.tsx';
import { useToasts } from '#src/ui/toasts.tsx';

type Part = Pick<TimelineWindow, 'items' | 'before' | 'fromCache' | 'pages'>;

/** From the opening of a room until it is left. The mark stays in its place for as long. */
interface Visit {
  /** The newest entry that was seen before; null: the room was not seen here. */
  readonly from: SeenEntry | null;
  /** Whether a mark may appear. Ends with the server's first answer: later entries arrive before the reader's eyes. */
  readonly isOpening: boolean;
  /** The newest entry that was seen when the tab was hidden; null: it is visible, or has its mark. */
  readonly hiddenAt: SeenEntry | null;
  readonly isVisible: boolean;
  /** `entryId` is null while it is not known which entry is the first. */
  readonly mark: { readonly entryId: string | null } | null;
}

export interface SeenMark {
  readonly mark: TimelineMark | null;
  /** To be told when the reader reaches or leaves the end. */
  follow(following: boolean): void;
}

/** `jumping`: the window is about to move to an entry, so that its end is not looked at. */
export function useSeenMark(incidentId: string, timeline: TimelineWindow, jumping: boolean): SeenMark {
  const { me, team } = useTeam();
  const isVisible = useTabVisible();
  const read = () => seenEntry(me.id, team.id, incidentId);
  const [atEnd, setAtEnd] = useState(!jumping);
  const [visit, setVisit] = useState<Visit>(() => ({
    from: read(),
    isOpening: true,
    hiddenAt: null,
    isVisible,
    mark: null,
  }));

  const turned =
    visit.isVisible === isVisible
      ? visit
      : { ...visit, isVisible, hiddenAt: !isVisible && (atEnd || !visit.mark) ? read() : null };
  const next = advanced(turned, timeline, me.id);
  if (next !== visit) setVisit(next);
  const { from, mark } = next;

  const newest =
    timeline.after === 'end' ? timeline.items.findLast(({ pending }) => !pending)?.value : undefined;
  const isSeen = atEnd && isVisible && newest !== undefined;
  useEffect(() => {
    if (isSeen) keepSeenEntry(me.id, team.id, incidentId, newest);
  }, [isSeen, newest, me.id, team.id, incidentId]);

  const toasts = useToasts();
  const { mutate, data: isMoved = false } = useMutation({
    mutationFn: async (entryId: string) => timeline.jumpTo(entryId),
    networkMode: 'always',
    onSuccess: (isThere) => {
      if (!isThere) toasts.error('New entries were not found', 'Scroll back to see them.');
    },
    onError: (error) => toasts.error('New entries can’t be shown', explain(error)),
  });
  // The place may be followed by more own entries than the window has: those after them are loaded page by page.
  const { pages } = timeline;
  const side = sideOf(from, timeline);
  const isLater = isMoved && mark?.entryId === null && side === 'below' && timeline.after === 'more';
  const last = timeline.items.at(-1)?.value.id;
  useEffect(() => {
    if (isLater && last !== undefined) pages.newer();
  }, [isLater, last, pages]);

  const isLoaded = mark !== null && timeline.items.some(({ value }) => value.id === mark.entryId);
  return {
    mark: mark && {
      entryId: isLoaded ? mark.entryId : null,
      side,
      show: () => from && mutate(from.id),
    },
    follow: (following) => {
      if (!jumping) setAtEnd(following);
    },
  };
}

/** The visit with what the loaded part shows; the same object if nothing is new. */
function advanced(visit: Visit, part: Part, me: string): Visit {
  const { from, hiddenAt, isOpening, mark } = visit;
  if (hiddenAt) {
    const arrived = markAfter(hiddenAt, part, me);
    if (arrived) return { ...visit, from: hiddenAt, hiddenAt: null, isOpening: false, mark: arrived };
  }
  if (mark?.entryId != null) return visit;
  const found = from && (mark || isOpening) ? markAfter(from, part, me) : null;
  const isNews = found !== null && (mark === null || found.entryId !== null);
  // What was shown before the room was left is there first, and is not live.
  const isConfirmed = !part.fromCache && part.pages.isOpen;
  if (!isNews && !(isOpening && isConfirmed)) return visit;
  return { ...visit, isOpening: isOpening && !isConfirmed, mark: isNews ? found : mark };
}

/** Null: nobody else has written after it, as far as is loaded. */
function markAfter(from: SeenEntry, { items, before }: Part, me: string): Visit['mark'] {
  const isAfter = (entry: SeenEntry) => compareEvents(entry, from) > 0;
  const first = items.find(({ value, pending }) => !pending && value.createdBy !== me && isAfter(value));
  const [earliest] = items;
  if (!first || !earliest) return null;
  const isFirst = before === 'end' || !isAfter(earliest.value);
  return { entryId: isFirst ? first.value.id : null };
}

function sideOf(from: SeenEntry | null, { items: [earliest] }: Part): TimelineMark['side'] {
  return from && earliest && compareEvents(earliest.value, from) > 0 ? 'above' : 'below';
}
