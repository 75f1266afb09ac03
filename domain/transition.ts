/**
 * The shape of every transition: `(state, command, now) → changed | refusal`. What changed is the new state, the
 * events that history keeps, and the effects that someone with a backend must carry out. A refusal changes nothing.
 */
import type { TimelineEntry } from './timeline/schema.ts';
import type { Refusal } from './errors.ts';

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

export function unchanged<State>(state: State): Changed<State, never> {
  return { ok: true, state, events: [], effects: [] };
}
