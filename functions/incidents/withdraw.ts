/** Handler of `withdrawEntry`: the comment's text is erased; its author, time and place in the timeline stay. */
import type { TimelineEvent } from '#domain/timeline/schema.ts';
import { refuse } from '#domain/errors.ts';
import type { CommandHandler } from '../kernel/command.ts';
import { fail } from '../kernel/command-failed.ts';
import { saveTimelineEvent } from './save.ts';

type Withdrawn = Extract<TimelineEvent, { kind: 'withdrawn' }>;

export const withdrawEntry: CommandHandler<'withdrawEntry'> = async (_, { work, userId }, entry) => {
  if (entry.kind === 'withdrawn') return { revision: entry.revision };
  if (entry.kind !== 'comment')
    fail(refuse('invalid', { field: 'entryId', rule: 'Only comments can be withdrawn.' }));
  const { body: _erased, ...kept } = entry;
  const withdrawn: Withdrawn = {
    ...kept,
    kind: 'withdrawn',
    withdrawnAt: work.now,
    withdrawnBy: userId,
    revision: entry.revision + 1,
  };
  saveTimelineEvent(work, entry, withdrawn);
  return { revision: withdrawn.revision };
};
