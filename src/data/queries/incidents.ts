/** Incidents and what happens in their rooms. */
import { attachmentSchema, type Attachment } from '#domain/attachment/schema.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import { taskSchema, type Task } from '#domain/task/schema.ts';
import { timelineEventSchema, type TimelineEntry } from '#domain/timeline/schema.ts';
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

/** What is in an incident's room. */
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
/** Of this page. */
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
  const authored = () => ({
    teamId,
    createdBy: userId,
    createdAt: serverTimestamp(),
    revision: 1,
    incidentId,
  });

  /** What is done and the timeline's entry about it, together. */
  const tell = async (
    entry: TimelineEntry,
    writes: readonly Write[] = [],
    id = docs.newId(),
  ): Promise<void> => {
    const path = documentPaths.timelineEvent(teamId, incidentId, id);
    const data = { ...toDocument(entry), ...authored(), id, sequence: next() };
    try {
      await docs.batch([...writes, { type: 'set', path, data }]);
    } catch (error) {
      // Sent again because its answer was lost, it is refused: history is not written over. The entry says that all of it has landed.
      if (!(await isThere(docs, path))) throw error;
    }
  };
  const tellOfTask = (
    subject: Pick<Task, 'id' | 'text' | 'assignee'>,
    change: TaskChange,
    write: TaskWrite,
  ): Promise<void> => {
    const path = documentPaths.task(teamId, incidentId, subject.id);
    const { id: taskId, text, assignee } = subject;
    return tell({ kind: 'task', taskId, change, text, assignee }, [{ ...write, path }]);
  };

  return {
    comment: (body: string, id = docs.newId()) => tell({ kind: 'comment', body }, [], id),

    addTask(text: string, assignee: string | null): Promise<void> {
      const added = { id: docs.newId(), text, assignee };
      const data = { ...authored(), ...added, done: false, doneAt: null, doneBy: null };
      return tellOfTask(added, 'added', { type: 'set', data });
    },

    setTaskDone: (subject: Task, done: boolean): Promise<void> =>
      tellOfTask(subject, done ? 'done' : 'reopened', {
        type: 'update',
        changes: {
          done,
          doneAt: done ? serverTimestamp() : null,
          doneBy: done ? userId : null,
          revision: subject.revision + 1,
        },
      }),

    assignTask: (subject: Task, assignee: string | null): Promise<void> =>
      tellOfTask({ ...subject, assignee }, 'assigned', {
        type: 'update',
        changes: { assignee, revision: subject.revision + 1 },
      }),

    removeTask: (subject: Task): Promise<void> => tellOfTask(subject, 'removed', { type: 'delete' }),

    /** Puts back a task that was removed, as it was. */
    restoreTask: (subject: Task): Promise<void> =>
      tellOfTask(subject, 'added', {
        type: 'set',
        data: {
          ...authored(),
          id: subject.id,
          text: subject.text,
          assignee: subject.assignee,
          done: subject.done,
          doneAt: subject.done ? serverTimestamp() : null,
          doneBy: subject.done ? userId : null,
        },
      }),

    /** Takes a file off the list. The rules let its author and admins do it. */
    detach: (subject: Pick<Attachment, 'id' | 'name'>): Promise<void> =>
      tell({ kind: 'attachment', attachmentId: subject.id, change: 'removed', name: subject.name }, [
        { type: 'delete', path: documentPaths.attachment(teamId, incidentId, subject.id) },
      ]),

    /** The record of a file whose upload has ended. */
    attach: (id: string, file: { name: string; type: string; size: number; path: string }): Promise<void> =>
      tell({ kind: 'attachment', attachmentId: id, change: 'added', name: file.name }, [
        {
          type: 'set',
          path: documentPaths.attachment(teamId, incidentId, id),
          data: { ...authored(), id, ...file },
        },
      ]),
  };
}

/** To the server's knowledge; who can't ask doesn't know. */
async function isThere(docs: Docs, path: string): Promise<boolean> {
  const found = await docs.get(path, { source: 'server' }).catch(() => null);
  return found !== null && found.data !== null;
}

type TaskWrite = { [W in Write as W['type']]: Omit<W, 'path'> }[Write['type']];
type TaskChange = Extract<TimelineEntry, { kind: 'task' }>['change'];
export type RoomWrites = ReturnType<typeof roomWrites>;
