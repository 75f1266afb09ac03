/** Search in an incident's timeline: what is loaded at once, then the pages before it, read once from the newest to the oldest. */
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { compareEvents } from '#domain/timeline/labels.ts';
import type { TimelineEvent } from '#domain/timeline/schema.ts';
import { BoundedReader, type Reading } from '../client/bounded-reader.ts';
import { useServerNow } from '../client/server-now.ts';
import { foldText } from '../client/fold-text.ts';
import { useStore } from '../client/store.ts';
import { type TimelineWindow, useReadTimelinePage, useWithdrawnSince } from './room.ts';

type TextOf = (entry: TimelineEvent) => string;

export interface TimelineSearch {
  /** The newest first; none for an empty text. */
  readonly matches: readonly TimelineEvent[];
  readonly reading: Reading<TimelineEvent>;
  /** Reads on after a stop, a failure or the limit of a run. */
  readOn(): void;
  stop(): void;
}

/** Withdrawals before the search are looked at that are so much older, in milliseconds: clocks differ. */
const clockMargin = 5 * 60_000;

/** Ends with its component. `textOf`: the text of an entry that is searched, a stable function. */
export function useTimelineSearch(
  incidentId: string,
  timeline: TimelineWindow,
  text: string,
  textOf: TextOf,
): TimelineSearch {
  const wanted = foldText(text).trim();
  const page = useReadTimelinePage(incidentId);
  const [reader] = useState(() => new BoundedReader(page));
  const reading = useStore(reader.state);
  const matches = useMatcher(wanted, textOf);
  const latest = useRef(matches);
  useEffect(() => {
    latest.current = matches;
  }, [matches]);
  const read = () => void reader.read((entry) => latest.current(entry));

  const { items, after, fromCache, pages } = timeline;
  const add = useEffectEvent(() => {
    const stored = items.filter(({ pending }) => !pending).map(({ value }) => value);
    const [earliest] = stored;
    // Entries of a window elsewhere are read with their page.
    if (after === 'end' && earliest) reader.add(stored, fromCache ? null : pages.cursorAt(earliest.id));
  });
  useEffect(() => {
    if (items.length > 0) add();
  }, [items]);

  const [isStopped, setStopped] = useState(false);
  const isWanted = wanted !== '' && !isStopped;
  const begin = useEffectEvent(read);
  useEffect(() => {
    if (!isWanted) return undefined;
    begin();
    return () => reader.stop();
  }, [isWanted, reader]);
  const search = useEffectEvent(() => {
    if (!reader.hasDropped) return;
    reader.restart();
    add();
    if (isWanted) read();
  });
  useEffect(() => {
    if (wanted !== '') search();
  }, [wanted]);

  const now = useServerNow(60_000);
  const [since] = useState(now - clockMargin);
  const withdrawn = useWithdrawnSince(incidentId, since).data?.items;
  const found = useMemo(() => {
    if (wanted === '') return [];
    const live = new Map([...(withdrawn ?? []), ...items].map(({ value }) => [value.id, value]));
    const others = [...reading.kept.values()].filter(({ id }) => !live.has(id));
    return [...live.values(), ...others].filter(matches).toSorted((one, other) => compareEvents(other, one));
  }, [wanted, matches, items, withdrawn, reading.kept]);

  return {
    matches: found,
    reading,
    readOn: () => {
      setStopped(false);
      read();
    },
    stop: () => setStopped(true),
  };
}

/** Whether an entry has a folded text. */
function useMatcher(wanted: string, textOf: TextOf): (entry: TimelineEvent) => boolean {
  const foldedOf = useMemo(() => folded(textOf), [textOf]);
  return useMemo(() => (entry: TimelineEvent) => foldedOf(entry).includes(wanted), [foldedOf, wanted]);
}

/** Folded texts of entries, cached by entry. */
function folded(textOf: TextOf): TextOf {
  const texts = new WeakMap<TimelineEvent, string>();
  return (entry) => {
    const text = texts.get(entry) ?? foldText(textOf(entry));
    texts.set(entry, text);
    return text;
  };
}
