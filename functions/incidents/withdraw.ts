/** Handler of `withdrawEntry`. */
import { withdrawComment } from '#domain/timeline/transitions.ts';
import type { CommandHandler } from '../kernel/command.ts';
import { accept } from '../kernel/command-failed.ts';
import { saveTimelineEvent } from './save.ts';

export const withdrawEntry: CommandHandler<'withdrawEntry'> = async (_, context, entry) => {
  const { state } = accept(withdrawComment(entry, context));
  if (state !== entry) saveTimelineEvent(context.work, entry, state);
  return { revision: state.revision };
};
