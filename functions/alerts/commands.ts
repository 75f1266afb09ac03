/** What people do to alerts. */
import { changeAlert, type AlertCommand } from '#domain/alert.ts';
import { alert, type Alert } from '#domain/entities/alert.ts';
import { documentPaths } from '#domain/paths.ts';
import { command, type Session } from '../kernel/command.ts';
import { accept, found } from '../kernel/refused.ts';
import { incidentOf } from '../incidents/load.ts';
import { linkTo } from './link.ts';
import { applyAlert } from './apply.ts';

export const linkAlert = command('linkAlert', async ({ alertId, incidentId }, session) => {
  session.require('editAlerts');
  const current = await loadAlert(session, alertId);
  for (const id of [current.incidentId, incidentId])
    if (id !== null) session.require('editAlerts', await incidentOf(session, id));
  const { revision } = await linkTo(session.work, current, incidentId, session.userId, session.settings);
  return { revision };
});

export const acknowledgeAlert = command('acknowledgeAlert', async ({ alertId }, session) => {
  session.require('acknowledge');
  return change(session, alertId, { kind: 'acknowledge' });
});

export const resolveAlert = command('resolveAlert', async ({ alertId }, session) => {
  session.require('editAlerts');
  return change(session, alertId, { kind: 'resolve' });
});

export const snoozeAlert = command('snoozeAlert', async ({ alertId, minutes }, session) => {
  session.require('editAlerts');
  return change(session, alertId, { kind: 'snooze', minutes });
});

async function change(session: Session, alertId: string, what: AlertCommand) {
  const { work, userId, settings } = session;
  const current = await loadAlert(session, alertId);
  const changed = accept(changeAlert(current, what, userId, work.now));
  const { status, revision } = await applyAlert(work, current, changed, userId, settings);
  return { status, revision };
}

async function loadAlert({ work, teamId }: Session, alertId: string): Promise<Alert> {
  return found(await work.get(alert, documentPaths.alert(teamId, alertId)));
}
