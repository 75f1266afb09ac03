/** List of alerts: a window of all alerts or, during a search, the matching ones. */
import { useMemo } from 'react';
import type { Alert } from '#domain/alert/schema.ts';
import type { Service } from '#domain/service/schema.ts';
import { mayLack } from '../client/not-seen.ts';
import { newestFirst } from '../client/paged-list.ts';
import { foundWindow, type SearchedList } from '../client/read-on.ts';
import { type ListedAlerts, useFoundAlerts, useListedAlerts } from './listed-alerts.ts';

export interface AlertList extends SearchedList<Alert> {
  /** Newest activity first; undefined until there is an answer. */
  readonly alerts: readonly Alert[] | undefined;
  /** Whether the window has it; a search has others as they were when it read them. */
  readonly isLive: (alert: Alert) => boolean;
}

const none: readonly Alert[] = [];

/** `keeps`: what is looked for beside the words; a stable function. Absent: without words nothing is looked for. */
export function useAlertList(
  asked: ListedAlerts,
  text: string,
  services: readonly Service[],
  keeps?: (alert: Alert) => boolean,
): AlertList {
  const { data, error } = useListedAlerts(asked);
  const names = useMemo(
    () => new Map<string, string>(services.map(({ id, name }) => [id, name])),
    [services],
  );
  const fits = useMemo(() => {
    const words = wordsOf(text);
    return (alert: Alert) =>
      (keeps?.(alert) ?? true) && matches(alert, words, names.get(alert.serviceId ?? ''));
  }, [text, names, keeps]);
  const searches = keeps !== undefined || text.trim() !== '';
  const found = useFoundAlerts(searches ? asked : null, text, fits);
  const loaded = useMemo(() => data && newestFirst(data), [data]);
  const live = useMemo(() => loaded?.items.map(({ value }) => value), [loaded]);
  const isLive = useMemo(() => {
    const ids = new Set<string>(live?.map(({ id }) => id));
    return ({ id }: Alert) => ids.has(id);
  }, [live]);
  const matching = useMemo(() => {
    if (!searches || !live) return none;
    const others = found.items.filter((alert) => !isLive(alert));
    return [...others, ...live.filter(fits)].toSorted((one, other) => other.lastAt - one.lastAt);
  }, [searches, found.items, live, isLive, fits]);

  const shared = {
    total: data?.total ?? null,
    unreadable: data?.unreadable ?? [],
    fromCache: data !== undefined && mayLack(data),
    isLive,
    error,
  };
  if (!searches) return { ...shared, alerts: live, window: loaded, search: null };
  return {
    ...shared,
    alerts: matching.length === 0 && found.status === 'reading' ? undefined : matching,
    search: found,
    window: foundWindow(found, matching.length),
  };
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/);

function matches(alert: Alert, words: readonly string[], service = ''): boolean {
  const heap = [alert.summary, service, ...Object.entries(alert.labels).flat()].join(' ').toLowerCase();
  return words.every((word) => heap.includes(word));
}
