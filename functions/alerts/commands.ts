/** Handlers of commands on alerts. */
import { changeAlert, type AlertCommand } from '#domain/alert/transitions.ts';
import type { Alert } from '#domain/alert/schema.ts';
import { isFinal } from '#domain/incident/status.ts';
import { finalFailure } from '#domain/incident/transitions.ts';
import { apply } from '../apply.ts';
import { type CommandContext, type CommandHandler, type CommandHandlers } from '../kernel/command.ts';
import type { Guarded } from '../kernel/guard.ts';
import { accept } from '../kernel/command-failed.ts';
import { linkTo } from './link.ts';

const linkAlert: CommandHandler<'linkAlert'> = async (_, { work, by }, current, { incidentId: into }) => {
  if (into && isFinal(into) && current.incidentId !== into.id) accept(finalFailure(into));
  const { revision } = await linkTo(work, current, into, by);
  return { revision };
};

const acknowledgeAlert: CommandHandler<'acknowledgeAlert'> = (_, context, alert) =>
  change(context, alert, { kind: 'acknowledge' });

const resolveAlert: CommandHandler<'resolveAlert'> = (_, context, alert) =>
  change(context, alert, { kind: 'resolve' });

const snoozeAlert: CommandHandler<'snoozeAlert'> = ({ minutes }, context, alert) =>
  change(context, alert, { kind: 'snooze', minutes });

async function change(context: CommandContext, current: Guarded<Alert>, what: AlertCommand) {
  const changed = accept(changeAlert(current, what, context));
  const { status, revision } = await apply(context.work, 'alert', current, changed);
  return { status, revision };
}

export const alertHandlers = {
  linkAlert,
  acknowledgeAlert,
  resolveAlert,
  snoozeAlert,
} satisfies Partial<CommandHandlers>;
