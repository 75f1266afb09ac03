/** Writes of the browser's own in an incident's room: comments, tasks, records of files. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Attachment } from '#domain/attachment/schema.ts';
import { addAttachment, type NewAttachment, removeAttachment } from '#domain/attachment/transitions.ts';
import type { Task } from '#domain/task/schema.ts';
import { addTask, changeTask, removeTask, type TaskCommand } from '#domain/task/transitions.ts';
import { addComment, timelineEventOf } from '#domain/timeline/transitions.ts';
import type { Changed } from '#domain/transition.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { realtimeToken } from '#ports/realtime/realtime.ts';
import { useClock } from '../client/clock.tsx';
import { usePort } from '#react/ports.tsx';
import { giveRoomWrite, type RoomWrite, type StateChange } from '../client/room-write.ts';
import { useTeam } from './team.tsx';

let sequence = 0;
/** Sequence number on this page. */
const nextSequence = () => sequence++;

export function useRoomWrites(incidentId: string): RoomWrites {
  const client = useQueryClient();
  const docs = usePort(docsToken);
  const realtime = usePort(realtimeToken);
  const clock = useClock();
  const { team, me } = useTeam();
  return useMemo(() => {
    const carriers = { docs, realtime, now: () => clock.now() };
    return roomWrites(
      { teamId: team.id, userId: me.id, incidentId },
      {
        newId: () => docs.newId(),
        now: carriers.now,
        nextSequence,
        send: (write) => giveRoomWrite(client, carriers, write),
      },
    );
  }, [client, docs, realtime, clock, team.id, me.id, incidentId]);
}

interface Author {
  readonly teamId: string;
  readonly userId: string;
  readonly incidentId: string;
}

interface Sender {
  newId(): string;
  /** Epoch milliseconds of this browser. */
  now(): number;
  nextSequence(): number;
  send(write: RoomWrite): Promise<void>;
}

/** Writes that a browser makes itself, so that they work offline. Each settles once the server has accepted or refused it. */
export function roomWrites({ teamId, userId, incidentId }: Author, sender: Sender) {
  /** The server's time is stored in place of every time that a transition sets. */
  const context = () => ({ by: userId, now: sender.now() });

  const write = async (
    { events }: Changed<unknown, never>,
    state: StateChange | null,
    id = sender.newId(),
  ): Promise<void> => {
    const [event] = events;
    if (!event) return;
    const place = { id, teamId, incidentId, sequence: sender.nextSequence() };
    await sender.send({ entry: timelineEventOf(event, place), state, givenAt: event.at });
  };
  const changedTask = (task: Task, command: TaskCommand): Promise<void> => {
    const changed = changeTask(task, command, context());
    const before = command.kind === 'restore' ? null : task;
    return write(changed, { collection: 'tasks', id: task.id, before, after: changed.state });
  };

  return {
    comment: (body: string, id?: string) => write(addComment(body, context()), null, id),

    addTask(text: string, assignee: string | null, id = sender.newId()): Promise<void> {
      const added = addTask({ id, teamId, incidentId, text, assignee }, context());
      return write(added, { collection: 'tasks', id, before: null, after: added.state });
    },

    setTaskDone: (task: Task, done: boolean) => changedTask(task, { kind: done ? 'done' : 'reopen' }),

    assignTask: (task: Task, userId: string | null) => changedTask(task, { kind: 'assign', userId }),

    removeTask: (task: Task) =>
      write(removeTask(task, context()), { collection: 'tasks', id: task.id, before: task, after: null }),

    /** Restores a removed task as it was. */
    restoreTask: (task: Task) => changedTask(task, { kind: 'restore' }),

    /** Removes a file from the list. The rules allow it to its author and admins. */
    detach({ id, name }: Pick<Attachment, 'id' | 'name'>): Promise<void> {
      const before = { id, name };
      const removed = removeAttachment(before, context());
      return write(removed, { collection: 'attachments', id, before, after: null });
    },

    /** The record of a file whose upload has ended. */
    attach(id: string, file: Omit<NewAttachment, 'id' | 'teamId' | 'incidentId'>): Promise<void> {
      const added = addAttachment({ ...file, id, teamId, incidentId }, context());
      return write(added, { collection: 'attachments', id, before: null, after: added.state });
    },
  };
}

export type RoomWrites = ReturnType<typeof roomWrites>;
