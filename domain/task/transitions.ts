/**
 * What can be done to a task, with the timeline entry that tells of it. The browser writes both in one batch, so there
 * is no refusal: doing what is done already changes nothing.
 */
import type { Task } from './schema.ts';
import type { TimelineEntry } from '../timeline/schema.ts';
import { transitioned, unchanged, type Changed, type HistoryEvent } from '../transition.ts';

export type TaskCommand =
  | { readonly kind: 'assign'; readonly userId: string | null }
  | { readonly kind: 'done' }
  | { readonly kind: 'reopen' };

export interface NewTask {
  readonly id: string;
  readonly teamId: string;
  readonly incidentId: string;
  readonly text: string;
  readonly assignee: string | null;
}

export function addTask(what: NewTask, by: string, now: number): Changed<Task, never> {
  const state: Task = {
    ...what,
    createdAt: now,
    createdBy: by,
    revision: 1,
    done: false,
    doneAt: null,
    doneBy: null,
  };
  return { ok: true, state, events: [eventOf(state, 'added', by, now)], effects: [] };
}

export function changeTask(state: Task, command: TaskCommand, by: string, now: number): Changed<Task, never> {
  switch (command.kind) {
    case 'assign':
      if (state.assignee === command.userId) return unchanged(state);
      return changed(state, { assignee: command.userId }, 'assigned', by, now);
    case 'done':
      if (state.done) return unchanged(state);
      return changed(state, { done: true, doneAt: now, doneBy: by }, 'done', by, now);
    case 'reopen':
      if (!state.done) return unchanged(state);
      return changed(state, { done: false, doneAt: null, doneBy: null }, 'reopened', by, now);
  }
}

type TaskChange = Extract<TimelineEntry, { kind: 'task' }>['change'];

function changed(
  state: Task,
  change: Partial<Task>,
  what: TaskChange,
  by: string,
  now: number,
): Changed<Task, never> {
  return transitioned(state, change, [eventOf({ ...state, ...change }, what, by, now)]);
}

function eventOf(
  { id: taskId, text, assignee }: Task,
  change: TaskChange,
  by: string,
  at: number,
): HistoryEvent {
  return { at, by, entry: { kind: 'task', taskId, change, text, assignee } };
}
