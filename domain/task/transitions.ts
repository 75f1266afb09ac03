/**
 * Changes of a task, each with the timeline entry that tells of it. The browser writes both in one batch, so there
 * is no failure: doing what is done already changes nothing.
 */
import type { Task } from './schema.ts';
import type { TimelineEntry } from '../timeline/schema.ts';
import {
  changedTo,
  type Changed,
  type StateTable,
  transitioned,
  type TransitionContext,
  unchanged,
} from '../transition.ts';

/** `done` is stored as a flag. */
export const taskStates: StateTable<'open' | 'done'> = { open: ['done'], done: ['open'] };

export type TaskCommand =
  | { readonly kind: 'assign'; readonly userId: string | null }
  | { readonly kind: 'done' }
  | { readonly kind: 'reopen' }
  /** Restores a removed task as it was. */
  | { readonly kind: 'restore' };

export type NewTask = Pick<Task, 'id' | 'teamId' | 'incidentId' | 'text' | 'assignee'>;

export function addTask(what: NewTask, context: TransitionContext): Changed<Task, never> {
  const open = { done: false, doneAt: null, doneBy: null };
  const state = { ...what, ...open, createdAt: context.now, createdBy: context.by, revision: 1 };
  return changedTo(state, context, entryOf(state, 'added'));
}

export function changeTask(
  state: Task,
  command: TaskCommand,
  context: TransitionContext,
): Changed<Task, never> {
  switch (command.kind) {
    case 'assign': {
      const { userId: assignee } = command;
      if (state.assignee === assignee) return unchanged(state);
      return transitioned(state, { assignee }, context, entryOf({ ...state, assignee }, 'assigned'));
    }
    case 'done':
      if (state.done) return unchanged(state);
      return transitioned(state, doneBy(context), context, entryOf(state, 'done'));
    case 'reopen': {
      if (!state.done) return unchanged(state);
      const open = { done: false, doneAt: null, doneBy: null };
      return transitioned(state, open, context, entryOf(state, 'reopened'));
    }
    case 'restore': {
      const added = addTask(state, context);
      return state.done ? { ...added, state: { ...added.state, ...doneBy(context) } } : added;
    }
  }
}

export const removeTask = (state: Task, context: TransitionContext): Changed<null, never> =>
  changedTo(null, context, entryOf(state, 'removed'));

const doneBy = ({ by, now }: TransitionContext) => ({ done: true, doneAt: now, doneBy: by });

const entryOf = (
  { id: taskId, text, assignee }: Task,
  change: Extract<TimelineEntry, { kind: 'task' }>['change'],
): TimelineEntry => ({ kind: 'task', taskId, change, text, assignee });
