/**
 * History of an alert that belongs to no incident: comments, and what happened to it and its page. Linked to an incident, its entries
 * move into the incident's timeline.
 */
import * as v from 'valibot';
import { entityFields, epochMsSchema, idSchema, multilineTextSchema } from '../base.ts';
import { limits } from '../constants.ts';
import { failure } from '../errors.ts';
import {
  alertEntryFields,
  entryOrderFields,
  pageEntryFields,
  type TimelineEvent,
} from '../timeline/schema.ts';
import {
  type HistoryEvent,
  type Transition,
  transitioned,
  type TransitionContext,
  unchanged,
} from '../transition.ts';

const entry = { ...entityFields, alertId: idSchema, ...entryOrderFields };

export const alertEventSchema = v.variant('kind', [
  v.object({ ...entry, kind: v.literal('comment'), body: multilineTextSchema(limits.comment) }),
  /** A comment whose text was erased; author and time are the comment's. */
  v.object({ ...entry, kind: v.literal('withdrawn'), withdrawnAt: epochMsSchema, withdrawnBy: idSchema }),
  v.object({ ...entry, ...pageEntryFields, kind: v.literal('page') }),
  v.object({ ...entry, ...alertEntryFields, kind: v.literal('alert') }),
]);
export type AlertEvent = v.InferInput<typeof alertEventSchema>;

type EventPlace = Pick<AlertEvent, 'id' | 'teamId' | 'alertId' | 'sequence' | 'writtenAt'>;

/** The entry that the history keeps of an event; null: it is of a kind that the history does not tell of. */
export function alertEventOf({ at, by, entry: event }: HistoryEvent, place: EventPlace): AlertEvent | null {
  const { alertId } = place;
  const common = { createdAt: at, createdBy: by, revision: 1 };
  switch (event.kind) {
    case 'comment':
      return { ...place, ...common, kind: 'comment', body: event.body };
    case 'page':
      return { ...place, ...common, ...event };
    case 'alert':
      return { ...place, ...common, ...event, alertId };
    default:
      return null;
  }
}

/** The same entry in the timeline of an incident. */
export function incidentEventOf(event: AlertEvent, incidentId: string): TimelineEvent {
  if (event.kind === 'alert') return { ...event, incidentId };
  const { alertId: _, ...kept } = event;
  return { ...kept, incidentId };
}

/** Erases the text of a comment; its author and time stay. */
export function withdrawnAlertComment(
  state: AlertEvent,
  context: TransitionContext,
): Transition<AlertEvent, never> {
  if (state.kind === 'withdrawn') return unchanged(state);
  if (state.kind !== 'comment')
    return failure('invalid', { field: 'entryId', rule: 'Only comments can be withdrawn.' });
  const { body: _erased, ...kept } = state;
  const withdrawn = {
    ...kept,
    kind: 'withdrawn',
    withdrawnAt: context.now,
    withdrawnBy: context.by,
  } as const;
  return transitioned<AlertEvent>(withdrawn, {}, context);
}
