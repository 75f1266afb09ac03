/**
 * The shape of every transition: `(state, command, now) → changed | refusal`. What changed is the new state, the
 * events that history keeps, and the effects that someone with a backend must carry out. A refusal changes nothing.
 */
import type { TimelineEntry } from './timeline/schema.ts';
import { refuse, type Refusal } from './errors.ts';

/** Something that happened, when, and by whom (a user id, or `system`). */
export interface HistoryEvent {
  readonly at: number;
  readonly by: string;
  readonly entry: TimelineEntry;
}

export interface Changed<State, Effect> {
  readonly ok: true;
  /** The same object when nothing changed. */
  readonly state: State;
  readonly events: readonly HistoryEvent[];
  readonly effects: readonly Effect[];
}

export type Outcome<State, Effect> = Changed<State, Effect> | Refusal;

/** The next revision of a state, with its history and effects. */
export function transitioned<State extends { readonly revision: number }, Effect = never>(
  state: State,
  change: Partial<State>,
  events: readonly HistoryEvent[] = [],
  effects: readonly Effect[] = [],
): Changed<State, Effect> {
  return { ok: true, state: { ...state, ...change, revision: state.revision + 1 }, events, effects };
}

/** Legal moves of an aggregate: by status, the statuses that may follow. docs/state-diagrams.md is generated from them. */
export type StateTable<Status extends string> = Readonly<Record<Status, readonly Status[]>>;

/** The refusal of a move that its table does not have; null for a legal one. */
export function refuseMove<Status extends string>(
  table: StateTable<Status>,
  from: Status,
  to: Status,
): Refusal | null {
  return table[from].includes(to) ? null : refuse('illegal_transition', { from, to });
}

export function unchanged<State>(state: State): Changed<State, never> {
  return { ok: true, state, events: [], effects: [] };
}
