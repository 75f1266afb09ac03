/** Incidents and what happens in their rooms. */
import { attachment } from '#domain/entities/attachment.ts';
import { incident } from '#domain/entities/incident.ts';
import { task, type Task } from '#domain/entities/task.ts';
import { timelineEvent, type TimelineEntry } from '#domain/entities/timeline-event.ts';
import { collectionPaths, documentPaths } from '#domain/paths.ts';
import { docsToken, type Write } from '#ports/docs/docs.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { serverTimestamp } from '#ports/docs/values.ts';
import { stored, useDocuments } from './documents.ts';
import { usePort } from './ports.tsx';
import { useTeam } from './team.tsx';

/** The newest incidents first. */
export function useIncidents(count = 100) {
  const { team } = useTeam();
  return useDocuments(
    query(collectionPaths.incidents(team.id), orderBy('number', 'desc'), limit(count)),
    incident,
  );
}

/** The states in which people are at work. */
export const liveStatuses = ['triage', 'investigating', 'fixing', 'monitoring'] as const;

export function useLiveIncidents() {
  const { team } = useTeam();
  return useDocuments(
    query(
      collectionPaths.incidents(team.id),
      where('status', 'in', [...liveStatuses]),
      orderBy('number', 'desc'),
    ),
    incident,
  );
}

/** One incident by its number. The list is empty when there is none. */
export function useIncident(number: number) {
  const { team } = useTeam();
  return useDocuments(
    query(collectionPaths.incidents(team.id), where('number', '==', number), limit(1)),
    incident,
  );
}

/** Oldest first; what was written here and not yet confirmed stands at the end. */
export function useTimeline(incidentId: string) {
  const { team } = useTeam();
  return useDocuments(
    query(collectionPaths.timeline(team.id, incidentId), orderBy('createdAt'), orderBy('sequence')),
    timelineEvent,
  );
}

export function useTasks(incidentId: string) {
  const { team } = useTeam();
  return useDocuments(query(collectionPaths.tasks(team.id, incidentId), orderBy('createdAt')), task);
}

export function useAttachments(incidentId: string) {
  const { team } = useTeam();
  return useDocuments(
    query(collectionPaths.attachments(team.id, incidentId), orderBy('createdAt')),
    attachment,
  );
}

let sequence = 0;

/** Writes that a browser makes itself, so that they work offline. Each settles once the server has accepted it. */
export function useRoomWrites(incidentId: string) {
  const docs = usePort(docsToken);
  const { team, me } = useTeam();
  const authored = () => ({
    teamId: team.id,
    createdBy: me.id,
    createdAt: serverTimestamp(),
    revision: 1,
    incidentId,
  });

  const event = (entry: TimelineEntry, id = docs.newId()): Write => ({
    type: 'set',
    path: documentPaths.timelineEvent(team.id, incidentId, id),
    data: { ...stored(entry), ...authored(), id, sequence: sequence++ },
  });
  const taskEvent = (subject: Pick<Task, 'id' | 'text' | 'assignee'>, change: TaskChange) =>
    event({ kind: 'task', taskId: subject.id, change, text: subject.text, assignee: subject.assignee });

  return {
    comment: (body: string, id = docs.newId()) => docs.write(event({ kind: 'comment', body }, id)),

    addTask(text: string, assignee: string | null): Promise<void> {
      const id = docs.newId();
      const added = { id, text, assignee };
      return docs.batch([
        {
          type: 'set',
          path: documentPaths.task(team.id, incidentId, id),
          data: { ...authored(), ...added, done: false, doneAt: null, doneBy: null },
        },
        taskEvent(added, 'added'),
      ]);
    },

    setTaskDone: (subject: Task, done: boolean): Promise<void> =>
      docs.batch([
        {
          type: 'update',
          path: documentPaths.task(team.id, incidentId, subject.id),
          changes: {
            done,
            doneAt: done ? serverTimestamp() : null,
            doneBy: done ? me.id : null,
            revision: subject.revision + 1,
          },
        },
        taskEvent(subject, done ? 'done' : 'reopened'),
      ]),

    assignTask: (subject: Task, assignee: string | null): Promise<void> =>
      docs.batch([
        {
          type: 'update',
          path: documentPaths.task(team.id, incidentId, subject.id),
          changes: { assignee, revision: subject.revision + 1 },
        },
        taskEvent({ ...subject, assignee }, 'assigned'),
      ]),

    removeTask: (subject: Task): Promise<void> =>
      docs.batch([
        { type: 'delete', path: documentPaths.task(team.id, incidentId, subject.id) },
        taskEvent(subject, 'removed'),
      ]),

    /** Puts back a task that was removed, as it was. */
    restoreTask: (subject: Task): Promise<void> =>
      docs.batch([
        {
          type: 'set',
          path: documentPaths.task(team.id, incidentId, subject.id),
          data: {
            ...authored(),
            id: subject.id,
            text: subject.text,
            assignee: subject.assignee,
            done: subject.done,
            doneAt: subject.done ? serverTimestamp() : null,
            doneBy: subject.done ? me.id : null,
          },
        },
        taskEvent(subject, 'added'),
      ]),

    /** The record of a file whose upload has ended. */
    attach: (id: string, file: { name: string; type: string; size: number; path: string }): Promise<void> =>
      docs.batch([
        {
          type: 'set',
          path: documentPaths.attachment(team.id, incidentId, id),
          data: { ...authored(), id, ...file },
        },
        event({ kind: 'attachment', attachmentId: id, change: 'added', name: file.name }),
      ]),
  };
}

type TaskChange = Extract<TimelineEntry, { kind: 'task' }>['change'];
export type RoomWrites = ReturnType<typeof useRoomWrites>;
