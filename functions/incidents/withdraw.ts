/** Withdrawing a comment: its text is erased, its author, time and place in the timeline stay. */
import { timelineEvent, type TimelineEvent } from '#domain/entities/timeline-event.ts';
import { refuse } from '#domain/errors.ts';
import { documentPaths } from '#domain/paths.ts';
import { command } from '../kernel/command.ts';
import { fail, found } from '../kernel/refused.ts';
import { incidentOf } from './load.ts';

type Withdrawn = Extract<TimelineEvent, { kind: 'withdrawn' }>;

export const withdrawEntry = command('withdrawEntry', async ({ incidentId, entryId }, session) => {
  const { work, teamId, userId } = session;
  const incident = await incidentOf(session, incidentId);
  const { private: hidden, people } = incident;
  const requireAs = (author: string) =>
    session.require('withdrawComment', { private: hidden, people, author });
  // Who may withdraw nothing here, not even what is their own, learns nothing of what is there.
  requireAs(userId);
  const path = documentPaths.timelineEvent(teamId, incidentId, entryId);
  const entry = found(await work.get(timelineEvent, path));
  if (entry.kind !== 'comment' && entry.kind !== 'withdrawn')
    fail(refuse('invalid', { field: 'entryId', rule: 'Only comments can be withdrawn.' }));
  requireAs(entry.createdBy);
  if (entry.kind === 'withdrawn') return { revision: entry.revision };
  const { body: _erased, ...kept } = entry;
  const withdrawn: Withdrawn = {
    ...kept,
    kind: 'withdrawn',
    withdrawnAt: work.now,
    withdrawnBy: userId,
    revision: entry.revision + 1,
  };
  work.save(path, withdrawn);
  return { revision: withdrawn.revision };
});
