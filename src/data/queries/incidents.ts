/** Incidents and what happens in their rooms. */
import { attachmentSchema, type Attachment } from '#domain/attachment/schema.ts';
import { addAttachment, type NewAttachment, removeAttachment } from '#domain/attachment/transitions.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import { taskSchema, type Task } from '#domain/task/schema.ts';
import { addTask, changeTask, removeTask, type TaskCommand } from '#domain/task/transitions.ts';
import { timelineEventSchema } from '#domain/timeline/schema.ts';
import { addComment, timelineEventOf } from '#domain/timeline/transitions.ts';
import type { Changed } from '#domain/transition.ts';
import { liveStatuses } from '#domain/incident/status.ts';
import { toDocument } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { type Docs, docsToken, type Write } from '#ports/docs/docs.ts';
import { orderBy, query, where } from '#ports/docs/query.ts';
import { serverTimestamp } from '#ports/docs/values.ts';
import { documentsOptions, useDocument } from '../client/documents.ts';
import { usePort } from '../client/ports.tsx';
import { useTeam, useTeamQuery } from './team.tsx';
import { type Reader, visibleOptions } from '../client/visible.ts';

/** Newest first. */
const incidentsWhere =
  (count: number, ...filters: readonly ReturnType<typeof where>[]) =>
  (docs: Docs, reader: Reader) =>
    visibleOptions(docs, reader, incidentSchema, {
      collection: collectionPaths.incidents(reader.teamId),
      parts: [...filters, orderBy('number', 'desc')],
      compare: (one, other) => other.number - one.number,
      count,
    });

const incidentQueries = {
  newest: (count: number) => incidentsWhere(count),
  live: incidentsWhere(100, where('status', 'in', [...liveStatuses])),
  numbered: (number: number) => incidentsWhere(1, where('number', '==', number)),
};

/** The newest incidents first. */
export const useIncidents = (count = 100) => useTeamQuery(incidentQueries.newest(count));
export const useLiveIncidents = () => useTeamQuery(incidentQueries.live);
/** One incident by its number. The list is empty when there is none, or none that this person may see. */
export const useIncident = (number: number) => useTeamQuery(incidentQueries.numbered(number));

/** One incident by its id; a null id asks nothing. */
export function useIncidentById(incidentId: string | null) {
  const { team } = useTeam();
  return useDocument(incidentId && documentPaths.incident(team.id, incidentId), incidentSchema);
}

/** Queries of an incident's room. */
const roomQueries = {
  /** Oldest first; entries that the server has not confirmed yet are at the end. */
  timeline:
    (incidentId: string) =>
    (docs: Docs, { teamId }: Reader) =>
      documentsOptions(
        docs,
        query(collectionPaths.timeline(teamId, incidentId), orderBy('createdAt'), orderBy('sequence')),
        timelineEventSchema,
      ),
  /** Oldest first. */
  tasks:
    (incidentId: string) =>
    (docs: Docs, { teamId }: Reader) =>
      documentsOptions(
        docs,
        query(collectionPaths.tasks(teamId, incidentId), orderBy('createdAt')),
        taskSchema,
      ),
  /** Oldest first. */
  attachments:
    (incidentId: string) =>
    (docs: Docs, { teamId }: Reader) =>
      documentsOptions(
        docs,
        query(collectionPaths.attachments(teamId, incidentId), orderBy('createdAt')),
        attachmentSchema,
      ),
};

export const useTimeline = (incidentId: string) => useTeamQuery(roomQueries.timeline(incidentId));
export const useTasks = (incidentId: string) => useTeamQuery(roomQueries.tasks(incidentId));
export const useAttachments = (incidentId: string) => useTeamQuery(roomQueries.attachments(incidentId));

let sequence = 0;
/** Sequence number on this page. */
const nextSequence = () => sequence++;

export function useRoomWrites(incidentId: string): RoomWrites {
  const docs = usePort(docsToken);
  const { team, me } = useTeam();
  return roomWrites(docs, { teamId: team.id, userId: me.id, incidentId }, nextSequence);
}

interface Author {
  readonly teamId: string;
  readonly userId: string;
  readonly incidentId: string;
}

/** Writes that a browser makes itself, so that they work offline. Each settles once the server has accepted it. */
export function roomWrites(docs: Docs, { teamId, userId, incidentId }: Author, next: () => number) {
  /** The rules want the server's time: `toDocument` puts it in place of every time that a transition sets. */
  const context = { by: userId, now: 0 };

  /** Stores what a transition returned, state and timeline entry in one batch. `before` null for what is new. */
  const write = async <E extends object>(
    { state, events }: Changed<E | null, never>,
    path: string | null = null,
    before: E | null = null,
    id = docs.newId(),
  ): Promise<void> => {
    const [event] = events;
    if (!event) return;
    const entry = timelineEventOf(event, { id, teamId, incidentId, sequence: next() });
    const entryPath = documentPaths.timelineEvent(teamId, incidentId, id);
    try {
      await docs.batch([
        ...(path === null ? [] : [stateWrite(path, before, state)]),
        { type: 'set', path: entryPath, data: toDocument(entry, serverTimestamp) },
      ]);
    } catch (error) {
      // A batch that is sent again because its answer was lost is refused: history is not overwritten. Its entry proves that it has
      // landed.
      if (!(await isThere(docs, entryPath))) throw error;
    }
  };
  const changedTask = (task: Task, command: TaskCommand): Promise<void> =>
    write(
      changeTask(task, command, context),
      documentPaths.task(teamId, incidentId, task.id),
      command.kind === 'restore' ? null : task,
    );

  return {
    comment: (body: string, id = docs.newId()) => write(addComment(body, context), null, null, id),

    addTask(text: string, assignee: string | null, id = docs.newId()): Promise<void> {
      const added = addTask({ id, teamId, incidentId, text, assignee }, context);
      return write(added, documentPaths.task(teamId, incidentId, id));
    },

    setTaskDone: (task: Task, done: boolean) => changedTask(task, { kind: done ? 'done' : 'reopen' }),

    assignTask: (task: Task, userId: string | null) => changedTask(task, { kind: 'assign', userId }),

    removeTask: (task: Task) =>
      write(removeTask(task, context), documentPaths.task(teamId, incidentId, task.id), task),

    /** Restores a removed task as it was. */
    restoreTask: (task: Task) => changedTask(task, { kind: 'restore' }),

    /** Removes a file from the list. The rules allow it to its author and admins. */
    detach: (file: Pick<Attachment, 'id' | 'name'>): Promise<void> =>
      write(removeAttachment(file, context), documentPaths.attachment(teamId, incidentId, file.id), file),

    /** The record of a file whose upload has ended. */
    attach: (id: string, file: Omit<NewAttachment, 'id' | 'teamId' | 'incidentId'>): Promise<void> =>
      write(
        addAttachment({ ...file, id, teamId, incidentId }, context),
        documentPaths.attachment(teamId, incidentId, id),
      ),
  };
}

/** Write of a whole new document, or of the changed fields. */
function stateWrite(path: string, before: object | null, after: object | null): Write {
  if (after === null) return { type: 'delete', path };
  if (before === null) return { type: 'set', path, data: toDocument(after, serverTimestamp) };
  const known = new Map<string, unknown>(Object.entries(before));
  const differing = Object.entries(after).filter(([field, value]) => known.get(field) !== value);
  return { type: 'update', path, changes: toDocument(Object.fromEntries(differing), serverTimestamp) };
}

/** Whether the server has the document; false where it can't be reached. */
async function isThere(docs: Docs, path: string): Promise<boolean> {
  const found = await docs.get(path, { source: 'server' }).catch(() => null);
  return found !== null && found.data !== null;
}

export type RoomWrites = ReturnType<typeof roomWrites>;
