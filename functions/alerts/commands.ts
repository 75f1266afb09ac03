/** What people do to alerts. */
import { changeAlert, type AlertCommand } from '#domain/alert/transitions.ts';
import type { Alert } from '#domain/alert/schema.ts';
import { over } from '#domain/incident/transitions.ts';
import { isOver } from '#domain/incident/roles.ts';
import { command, type Session } from '../kernel/command.ts';
import type { Guarded } from '../kernel/guard.ts';
import { accept, fail } from '../kernel/refused.ts';
import { linkTo } from './link.ts';
import { applyAlert } from './apply.ts';

export const linkAlert = command('linkAlert', async ({ alertId, incidentId }, session) => {
  const { work, userId, settings } = session;
  const current = await session.alert('editAlerts', alertId);
  const into = incidentId === null ? null : await session.incident('editAlerts', incidentId);
  if (into && isOver(into) && current.incidentId !== into.id) fail(over(into));
  const { revision } = await linkTo(work, current, into, userId, settings);
  return { revision };
});

export const acknowledgeAlert = command('acknowledgeAlert', async ({ alertId }, session) =>
  change(session, await session.alert('acknowledge', alertId), { kind: 'acknowledge' }),
);

export const resolveAlert = command('resolveAlert', async ({ alertId }, session) =>
  change(session, await session.alert('editAlerts', alertId), { kind: 'resolve' }),
);

export const snoozeAlert = command('snoozeAlert', async ({ alertId, minutes }, session) =>
  change(session, await session.alert('editAlerts', alertId), { kind: 'snooze', minutes }),
);

async function change({ work, userId, settings }: Session, current: Guarded<Alert>, what: AlertCommand) {
  const changed = accept(changeAlert(current, what, userId, work.now));
  const { status, revision } = await applyAlert(work, current, changed, userId, settings);
  return { status, revision };
}
