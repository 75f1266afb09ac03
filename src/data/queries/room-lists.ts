/** Tasks and files of an incident, in pages, with what waits here to be sent as if the server had it. */
import { useMemo } from 'react';
import { attachmentSchema, type Attachment } from '#domain/attachment/schema.ts';
import { taskSchema, type Task } from '#domain/task/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { orderBy, query, where } from '#ports/docs/query.ts';
import { documentsByIdOptions, type Live, type LiveList, mostIds, useDocument } from '../client/documents.ts';
import { type RowsWithEarlier, withEarlier, withItems } from '../client/earlier-rows.ts';
import { mayLack } from '../client/not-seen.ts';
import { pagedOptions } from '../client/paged-list.ts';
import { usePendingRoomWrites, withPendingState } from '../client/pending-room-writes.ts';
import type { Reader } from '../client/visible.ts';
import { useTeam, useTeamQuery } from './team.tsx';
import { pagesByTimeline } from './timeline-pages.ts';

const listQueries = {
  /** Oldest first. */
  openTasks:
    (incidentId: string) =>
    (docs: Docs, { teamId }: Reader) =>
      pagedOptions(
        docs,
        query(collectionPaths.tasks(teamId, incidentId), where('done', '==', false), orderBy('createdAt')),
        taskSchema,
        pagesByTimeline(teamId, incidentId, 'task'),
      ),
  /** The one that was done last is the last. */
  doneTasks:
    (incidentId: string) =>
    (docs: Docs, { teamId }: Reader) =>
      pagedOptions(
        docs,
        query(collectionPaths.tasks(teamId, incidentId), where('done', '==', true), orderBy('doneAt')),
        taskSchema,
        pagesByTimeline(teamId, incidentId, 'task'),
      ),
  tasksById:
    (incidentId: string, ids: readonly string[]) =>
    (docs: Docs, { teamId }: Reader) =>
      documentsByIdOptions(docs, collectionPaths.tasks(teamId, incidentId), ids, taskSchema),
  /** Oldest first. */
  attachments:
    (incidentId: string) =>
    (docs: Docs, { teamId }: Reader) =>
      pagedOptions(
        docs,
        query(collectionPaths.attachments(teamId, incidentId), orderBy('createdAt')),
        attachmentSchema,
        pagesByTimeline(teamId, incidentId, 'attachment'),
      ),
};

/** `items`: those that are loaded, open and done. */
export interface RoomTasks extends LiveList<Task> {
  /** Oldest first. */
  readonly open: RowsWithEarlier<Task>;
  /** In the order in which they were done. */
  readonly done: RowsWithEarlier<Task>;
}

export function useTasks(incidentId: string) {
  const open = useTeamQuery(listQueries.openTasks(incidentId));
  const done = useTeamQuery(listQueries.doneTasks(incidentId));
  const writes = usePendingRoomWrites(incidentId);
  const data = useMemo((): RoomTasks | undefined => {
    if (!open.data || !done.data) return undefined;
    // A task may be in both for a moment.
    const byId = new Map<string, Live<Task>>(
      [...open.data.items, ...done.data.items].map((item) => [item.value.id, item]),
    );
    const loaded = {
      items: [...byId.values()],
      unreadable: [...open.data.unreadable, ...done.data.unreadable],
      fromCache: open.data.fromCache || done.data.fromCache,
      knownEmpty: !mayLack(open.data) && !mayLack(done.data),
    };
    const list = withPendingState('tasks', loaded, writes);
    // A new one, whose time is this browser's, is the last.
    const rank = (at: (task: Task) => number | null, { value }: Live<Task>) =>
      byId.has(value.id) ? (at(value) ?? 0) : Number.POSITIVE_INFINITY;
    const ordered = (isDone: boolean, at: (task: Task) => number | null) =>
      list.items
        .filter(({ value }) => value.done === isDone)
        .map((item) => ({ item, rank: rank(at, item) }))
        .toSorted((one, other) => (one.rank === other.rank ? 0 : one.rank - other.rank))
        .map(({ item }) => item);
    return {
      ...list,
      open: withItems(
        withEarlier(open.data),
        ordered(false, ({ createdAt }) => createdAt),
      ),
      done: withItems(
        withEarlier(done.data),
        ordered(true, ({ doneAt }) => doneAt),
      ),
    };
  }, [open.data, done.data, writes]);
  return { data, error: open.error ?? done.error };
}

/** Tasks by id, at most 60, that an incident has, in no order; undefined while unknown. */
export function useTasksById(incidentId: string, ids: readonly string[]): readonly Live<Task>[] | undefined {
  const first = useTeamQuery(listQueries.tasksById(incidentId, ids.slice(0, mostIds))).data;
  const others = useTeamQuery(listQueries.tasksById(incidentId, ids.slice(mostIds, 2 * mostIds))).data;
  const writes = usePendingRoomWrites(incidentId);
  return useMemo(() => {
    if (!first || (ids.length > mostIds && !others)) return undefined;
    const stored = { ...first, items: [...first.items, ...(others?.items ?? [])] };
    return withPendingState('tasks', stored, writes).items;
  }, [first, others, ids.length, writes]);
}

/** Oldest first. */
export function useAttachments(incidentId: string) {
  const { data, error } = useTeamQuery(listQueries.attachments(incidentId));
  const writes = usePendingRoomWrites(incidentId);
  const merged = useMemo((): RowsWithEarlier<Attachment> | undefined => {
    if (!data) return undefined;
    const list = withEarlier(data);
    return withItems(list, withPendingState('attachments', list, writes).items);
  }, [data, writes]);
  return { data: merged, error };
}

/** A file by its id, also beyond the loaded part of the list. */
export function useAttachment(incidentId: string, attachmentId: string) {
  const { team } = useTeam();
  return useDocument(documentPaths.attachment(team.id, incidentId, attachmentId), attachmentSchema).data;
}
