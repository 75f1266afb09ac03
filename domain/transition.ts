/**
 * The shape of every transition: `(state, command, context) → changed | failure`. A change is the new state, the events for the history,
 * and the effects that a backend must carry out. A failure changes nothing.
 */
import type { TimelineEntry } from './timeline/schema.ts';
import { failure, type Failure } from './errors.ts';

/** Author of a command (a user id, or `system`), and its time. */
export interface TransitionContext {
  readonly by: string;
  readonly now: number;
}

/** Something that happened, when, and by whom. */
export interface HistoryEvent {
  readonly at: number;
  readonly by: string;
  readonly entry: TimelineEntry;
}

export interface Changed<State, Effect> {
  readonly ok: true;
  /** Next state; the same object when nothing changed. */
  readonly state: State;
  readonly events: readonly HistoryEvent[];
  readonly effects: readonly Effect[];
}

export type Transition<State, Effect> = Changed<State, Effect> | Failure;

/** The first state of an aggregate, or its end (null), with what history tells of it. */
export function changedTo<State, Effect = never>(
  state: State,
  { by, now }: TransitionContext,
  entry?: TimelineEntry,
  effects: readonly Effect[] = [],
): Changed<State, Effect> {
  return { ok: true, state, events: entry ? [{ at: now, by, entry }] : [], effects };
}

/** A new revision of an entity. */
export const revised = <State extends { readonly revision: number }>(
  state: State,
  change: Partial<State>,
): State => ({ ...state, ...change, revision: state.revision + 1 });

/** The next revision of a state. */
export const transitioned = <State extends { readonly revision: number }, Effect = never>(
  state: State,
  change: Partial<State>,
  context: TransitionContext,
  entry?: TimelineEntry,
  effects: readonly Effect[] = [],
): Changed<State, Effect> => changedTo(revised(state, change), context, entry, effects);

export function unchanged<State>(state: State): Changed<State, never> {
  return { ok: true, state, events: [], effects: [] };
}

/** Legal moves of an aggregate: by status, the statuses that may follow. docs/domain-tables.md is generated from them. */
export type StateTable<Status extends string> = Readonly<Record<Status, readonly Status[]>>;

/** The failure of a move that its table does not have; null for a legal one. */
export function checkMove<Status extends string>(
  table: StateTable<Status>,
  from: Status,
  to: Status,
): Failure | null {
  return table[from].includes(to) ? null : failure('illegal_transition', { from, to });
}
