/** Handlers of commands on alerts. */
import { changeAlert, type AlertCommand } from '#domain/alert/transitions.ts';
import type { Alert } from '#domain/alert/schema.ts';
import { refuseFinal } from '#domain/incident/transitions.ts';
import { type CommandContext, type CommandHandler, type CommandHandlers } from '../kernel/command.ts';
import type { Guarded } from '../kernel/guard.ts';
import { accept, fail } from '../kernel/command-failed.ts';
import { linkTo } from './link.ts';
import { applyAlert } from './apply.ts';
import { isFinal } from '#domain/incident/status.ts';

const linkAlert: CommandHandler<'linkAlert'> = async ({ incidentId }, context, current) => {
  const { work, userId, settings } = context;
  const into = incidentId === null ? null : await context.incident('editAlerts', incidentId);
  if (into && isFinal(into) && current.incidentId !== into.id) fail(refuseFinal(into));
  const { revision } = await linkTo(work, current, into, userId, settings);
  return { revision };
};

const acknowledgeAlert: CommandHandler<'acknowledgeAlert'> = (_, context, alert) =>
  change(context, alert, { kind: 'acknowledge' });

const resolveAlert: CommandHandler<'resolveAlert'> = (_, context, alert) =>
  change(context, alert, { kind: 'resolve' });

const snoozeAlert: CommandHandler<'snoozeAlert'> = ({ minutes }, context, alert) =>
  change(context, alert, { kind: 'snooze', minutes });

async function change(
  { work, userId, settings }: CommandContext,
  current: Guarded<Alert>,
  what: AlertCommand,
) {
  const changed = accept(changeAlert(current, what, userId, work.now));
  const { status, revision } = await applyAlert(work, current, changed, userId, settings);
  return { status, revision };
}

export const alertHandlers = {
  linkAlert,
  acknowledgeAlert,
  resolveAlert,
  snoozeAlert,
} satisfies Partial<CommandHandlers>;
