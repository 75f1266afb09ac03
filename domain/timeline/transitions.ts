/** Changes of a timeline: entries are added; a comment may be pinned and withdrawn, nothing else is changed. */
import { failure } from '../errors.ts';
import {
  changedTo,
  type Changed,
  type HistoryEvent,
  type Transition,
  transitioned,
  type TransitionContext,
  unchanged,
} from '../transition.ts';
import type { TimelineEvent } from './schema.ts';

/** The entry that a timeline keeps of an event. */
export const timelineEventOf = (
  { at, by, entry }: HistoryEvent,
  place: Pick<
    TimelineEvent,
    'id' | 'teamId' | 'incidentId' | 'sequence' | 'writtenAt' | 'viaKey' | 'viaSlack'
  >,
): TimelineEvent => ({ ...place, createdAt: at, createdBy: by, revision: 1, ...entry });

/** A comment is its timeline entry and has no other state. */
export const addComment = (body: string, context: TransitionContext): Changed<null, never> =>
  changedTo(null, context, { kind: 'comment', body });

/** Pins a comment to the top of its room, or unpins it. */
export function pinComment(
  state: TimelineEvent,
  pinned: boolean,
  context: TransitionContext,
): Transition<TimelineEvent, never> {
  if (state.kind !== 'comment')
    return failure('invalid', { field: 'entryId', rule: 'Only comments can be pinned.' });
  if (pinned === (typeof state.pinnedAt === 'number')) return unchanged(state);
  const pin = pinned ? { pinnedAt: context.now, pinnedBy: context.by } : { pinnedAt: null, pinnedBy: null };
  return transitioned<TimelineEvent>(state, pin, context);
}

/** Erases the text of a comment; its author, time and place in the timeline stay. */
export function withdrawComment(
  state: TimelineEvent,
  context: TransitionContext,
): Transition<TimelineEvent, never> {
  if (state.kind === 'withdrawn') return unchanged(state);
  if (state.kind !== 'comment')
    return failure('invalid', { field: 'entryId', rule: 'Only comments can be withdrawn.' });
  const { body: _erased, pinnedAt: _at, pinnedBy: _by, ...kept } = state;
  const withdrawn = {
    ...kept,
    kind: 'withdrawn',
    withdrawnAt: context.now,
    withdrawnBy: context.by,
  } as const;
  return transitioned<TimelineEvent>(withdrawn, {}, context);
}
