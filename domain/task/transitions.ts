/**
 * What can be done to a task, with the timeline entry that tells of it. The browser writes both in one batch, so there
 * is no refusal: doing what is done already changes nothing.
 */
import type { Task } from './schema.ts';
import { unchanged, type Changed } from '../transition.ts';

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
  return told(state, 'added', by, now);
}

export function changeTask(state: Task, command: TaskCommand, by: string, now: number): Changed<Task, never> {
  const revision = state.revision + 1;
  switch (command.kind) {
    case 'assign':
      if (state.assignee === command.userId) return unchanged(state);
      return told({ ...state, revision, assignee: command.userId }, 'assigned', by, now);
    case 'done':
      if (state.done) return unchanged(state);
      return told({ ...state, revision, done: true, doneAt: now, doneBy: by }, 'done', by, now);
    case 'reopen':
      if (!state.done) return unchanged(state);
      return told({ ...state, revision, done: false, doneAt: null, doneBy: null }, 'reopened', by, now);
  }
}

function told(
  state: Task,
  change: 'added' | 'assigned' | 'done' | 'reopened',
  by: string,
  now: number,
): Changed<Task, never> {
  const { id: taskId, text, assignee } = state;
  return {
    ok: true,
    state,
    events: [{ at: now, by, entry: { kind: 'task', taskId, change, text, assignee } }],
    effects: [],
  };
}
