/** The record of a file is added once its upload has ended, and removed; the browser writes both, as it does for tasks. */
import type { TimelineEntry } from '../timeline/schema.ts';
import { changedTo, type Changed, type TransitionContext } from '../transition.ts';
import type { Attachment } from './schema.ts';

export type NewAttachment = Omit<Attachment, 'createdAt' | 'createdBy' | 'revision'>;

export function addAttachment(what: NewAttachment, context: TransitionContext): Changed<Attachment, never> {
  const state = { ...what, createdAt: context.now, createdBy: context.by, revision: 1 };
  return changedTo(state, context, entryOf(what, 'added'));
}

export const removeAttachment = (
  state: Pick<Attachment, 'id' | 'name'>,
  context: TransitionContext,
): Changed<null, never> => changedTo(null, context, entryOf(state, 'removed'));

const entryOf = (
  { id: attachmentId, name }: Pick<Attachment, 'id' | 'name'>,
  change: 'added' | 'removed',
): TimelineEntry => ({ kind: 'attachment', attachmentId, change, name });
