/**
 * Incident list: live ones first, the one with the searched number before them, then a window of the others or, during a search, the
 * matching ones.
 */
import { useMemo } from 'react';
import type { Incident } from '#domain/incident/schema.ts';
import type { Live } from '#src/data/client/documents.ts';
import { numberIn } from '#src/data/incident-number.ts';
import { mayLack } from '#src/data/client/not-seen.ts';
import { newestFirst } from '#src/data/client/paged-list.ts';
import { foundWindow, type SearchedList } from '#src/data/client/read-on.ts';
import { useIncident, useLiveIncidents } from '#src/data/queries/incidents.ts';
import { useFoundIncidents, useListedIncidents } from '#src/data/queries/listed-incidents.ts';
import { byNeed, fitsFilter, type IncidentFilter, type WordsOf } from './incident-filter.ts';

export interface IncidentList extends SearchedList<Incident> {
  /** Undefined until there is an answer. */
  readonly incidents: readonly Incident[] | undefined;
  /** Whether a subscription has it; a search has others as they were when it read them. */
  readonly isFollowed: (incident: Incident) => boolean;
}

export function useIncidentList(filter: IncidentFilter, wordsOf: WordsOf): IncidentList {
  const { text } = filter;
  const searches = text.trim() !== '';
  const listed = useListedIncidents(filter);
  const live = useLiveIncidents();
  const fits = useMemo(() => fitsFilter(filter, wordsOf), [filter, wordsOf]);
  const found = useFoundIncidents(searches ? filter : null, text, fits);
  const number = numberIn(text);
  const numbered = useIncident(number).data?.items;

  const loaded = useMemo(() => listed.data && newestFirst(listed.data), [listed.data]);
  const answered = loaded !== undefined && live.data !== undefined;
  const top = useMemo(() => {
    const valuesOf = (items: readonly Live<Incident>[] = []) =>
      items.map(({ value }) => value).filter((one) => fits(one));
    const [exact] = valuesOf(numbered);
    const others = valuesOf(live.data?.items).filter(({ id }) => id !== exact?.id);
    return [...(exact ? [exact] : []), ...others.toSorted(byNeed)];
  }, [live.data, numbered, fits]);
  const followed = useMemo(() => (loaded?.items ?? []).map(({ value }) => value), [loaded]);
  const isFollowed = useMemo(() => {
    const ids = new Set<string>([...top, ...followed].map(({ id }) => id));
    return ({ id }: Incident) => ids.has(id);
  }, [top, followed]);
  const others = useMemo(() => {
    const onTop = new Set<string>(top.map(({ id }) => id));
    const all = [...(searches ? found.items : []), ...followed.filter((one) => fits(one))];
    return [...new Map(all.map((one) => [one.id, one])).values()]
      .filter(({ id }) => !onTop.has(id))
      .toSorted((one, other) => other.number - one.number);
  }, [top, followed, searches, found.items, fits]);

  const unreadable = [...new Set([...(listed.data?.unreadable ?? []), ...(live.data?.unreadable ?? [])])];
  const shared = {
    total: listed.data?.total ?? null,
    unreadable,
    fromCache: [listed.data, live.data].some((list) => list !== undefined && mayLack(list)),
    isFollowed,
    error: listed.error ?? live.error,
  };
  if (!answered) return { ...shared, incidents: undefined, window: undefined, search: null };
  if (searches) {
    const incidents = [...top, ...others];
    return {
      ...shared,
      incidents: incidents.length === 0 && found.status === 'reading' ? undefined : incidents,
      search: found,
      window: foundWindow(found, incidents.length),
    };
  }
  // The incidents on top are in the window, too, at the place of their number.
  const first = others[0]?.number ?? 0;
  const newer = top.filter((one) => one.number > first).length;
  const { before, reachesStart } = loaded;
  return {
    ...shared,
    incidents: reachesStart ? [...top, ...others] : others,
    search: null,
    window: { ...loaded, before: reachesStart || before === null ? before : before + top.length - newer },
  };
}
