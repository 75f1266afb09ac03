/** What people do to an incident once it is declared. */
import { alert } from '#domain/entities/alert.ts';
import { refuse } from '#domain/errors.ts';
import { changeIncident, isUnresolved } from '#domain/incident.ts';
import { collectionPaths } from '#domain/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import { linkTo } from '../alerts/link.ts';
import { command, expectRevision, type Session } from '../kernel/command.ts';
import { accept, fail } from '../kernel/refused.ts';
import { startIncidentPage } from '../pages/start.ts';
import { applyIncident } from './apply.ts';
import { incidentOf } from './load.ts';

export const transitionIncident = command('transitionIncident', async (input, session) => {
  const { work, userId } = session;
  const before = await incidentOf(session, input.incidentId);
  session.require('setStatus', before);
  expectRevision(before, input.expectedRevision);
  const { to, note } = input;
  const change = accept(changeIncident(before, { kind: 'transition', to, note }, userId, work.now));
  const { revision, status } = await applyIncident(work, before, change, userId);
  return { revision, status };
});

export const setSeverity = command('setSeverity', async (input, session) => {
  const { work, userId } = session;
  const before = await incidentOf(session, input.incidentId);
  session.require('setSeverity', before);
  expectRevision(before, input.expectedRevision);
  const what = { kind: 'set-severity', severity: input.severity } as const;
  const change = accept(changeIncident(before, what, userId, work.now));
  const { revision, severity } = await applyIncident(work, before, change, userId);
  return { revision, severity };
});

export const joinIncident = command('joinIncident', async ({ incidentId }, session) => {
  const { work, userId } = session;
  const before = await incidentOf(session, incidentId);
  session.require('comment', before);
  const change = accept(changeIncident(before, { kind: 'join' }, userId, work.now));
  const { revision } = await applyIncident(work, before, change, userId);
  return { revision };
});

/** The merged incident's alerts go along: what happens to them next belongs where the work goes on. */
export const mergeIncidents = command('mergeIncidents', async ({ incidentId, intoId }, session) => {
  const { work, userId, settings } = session;
  const before = await incidentOf(session, incidentId);
  session.require('setStatus', before);
  const into = await incidentOf(session, intoId);
  session.require('setStatus', into);
  if (incidentId !== intoId && !isUnresolved(into)) {
    const sentence = 'The other incident is over. Merge into one that is still being worked on.';
    fail(refuse('already_resolved', {}, sentence));
  }
  const mergeInto = { kind: 'merge-into', intoId, intoNumber: into.number } as const;
  const merged = accept(changeIncident(before, mergeInto, userId, work.now));
  const mergedFrom = { kind: 'merged-from', fromId: incidentId, fromNumber: before.number } as const;
  const received = accept(changeIncident(into, mergedFrom, userId, work.now));
  const { revision } = await applyIncident(work, before, merged, userId);
  await applyIncident(work, into, received, userId);
  for (const linked of await alertsOf(session, incidentId))
    await linkTo(work, linked, intoId, userId, settings);
  return { revision };
});

function alertsOf({ work, teamId }: Session, incidentId: string) {
  return work.find(alert, query(collectionPaths.alerts(teamId), where('incidentId', '==', incidentId)));
}

export const page = command('page', async ({ incidentId, whom, summary }, session) => {
  const { work, userId, settings } = session;
  const room = await incidentOf(session, incidentId);
  session.require('page', room);
  if (!isUnresolved(room)) fail(refuse('already_resolved', {}));
  const started = await startIncidentPage(work, room, whom, summary, userId, settings);
  if (started.notified.length === 0) fail(refuse('no_one_on_call', {}));
  return { revision: started.revision, pageId: started.id };
});
