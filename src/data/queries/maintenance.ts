/** Maintenance windows: what holds pages back, now and later. */
import { useMemo } from 'react';
import type { Alert } from '#domain/alert/schema.ts';
import { type Maintenance, maintenanceSchema } from '#domain/maintenance/schema.ts';
import { activeSpan, holdingWindow, type WindowSpan } from '#domain/maintenance/window.ts';
import { storedTime } from '#api/codec.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { useServerNow } from '../client/server-now.ts';
import { documentsOptions } from '../client/documents.ts';
import type { Reader } from '../client/visible.ts';
import { useTeamQuery } from './team.tsx';

/** Windows that are over are shown for as long as they are among the newest. */
const mostWindows = 200;
const halfMinute = 30_000;

const maintenanceQueries = {
  /** The newest, newest first. */
  list: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(
      docs,
      query(collectionPaths.maintenance(teamId), orderBy('startsAt', 'desc'), limit(mostWindows)),
      maintenanceSchema,
    ),
  /** Windows that are not over. */
  unfinished: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(
      docs,
      query(collectionPaths.maintenance(teamId), where('dueAt', '>', storedTime(0)), orderBy('dueAt')),
      maintenanceSchema,
    ),
};

export const useMaintenance = () => useTeamQuery(maintenanceQueries.list);

export interface ActiveWindow {
  readonly window: Maintenance;
  readonly span: WindowSpan;
}

/** Windows that are not over, and a time that is never before a beginning or end of one that has been reached. */
function useUnfinishedWindows(): { readonly windows: readonly Maintenance[]; readonly now: number } {
  const { data } = useTeamQuery(maintenanceQueries.unfinished);
  const windows = useMemo(() => (data?.items ?? []).map(({ value }) => value), [data]);
  return { windows, now: useMaintenanceNow(windows) };
}

/** The server's time for questions of whether these windows are active. */
export function useMaintenanceNow(windows: readonly Maintenance[]): number {
  const changesAt = useMemo(
    () =>
      windows.flatMap(({ startsAt, endsAt, endedAt }) => [
        startsAt,
        endsAt,
        ...(endedAt === null ? [] : [endedAt]),
      ]),
    [windows],
  );
  return useServerNow(halfMinute, changesAt);
}

/** The windows that are active now. */
export function useActiveMaintenance(): readonly ActiveWindow[] {
  const { windows, now } = useUnfinishedWindows();
  return windows.flatMap((window) => {
    const span = activeSpan(window, now);
    return span === null ? [] : [{ window, span }];
  });
}

/** The window that holds an alert back, and until when; null: none does. */
export function useHoldingMaintenance(alert: Alert) {
  const { windows, now } = useUnfinishedWindows();
  const held = alert.heldBy ?? null;
  if (held === null) return null;
  return holdingWindow(
    windows.filter(({ id }) => id === held),
    alert,
    now,
  );
}
