/** Handlers of commands on alerts. */
import { changeAlert } from '#domain/alert/transitions.ts';
import { isFinal } from '#domain/incident/status.ts';
import { finalFailure } from '#domain/incident/transitions.ts';
import { apply } from '../apply.ts';
import type { CommandHandler, CommandHandlers } from '../kernel/command.ts';
import { accept } from '../kernel/command-failed.ts';
import { commentAlert, withdrawAlertComment } from './comments.ts';
import { linkTo } from './link.ts';

const linkAlert: CommandHandler<'linkAlert'> = async (_, { work, by }, current, { incidentId: into }) => {
  if (into && isFinal(into) && current.incidentId !== into.id) accept(finalFailure(into));
  const { revision } = await linkTo(work, current, into, by);
  return { revision };
};

const acknowledgeAlert: CommandHandler<'acknowledgeAlert'> = async (_, context, alert) => {
  const changed = accept(changeAlert(alert, { kind: 'acknowledge' }, context));
  const { status, revision } = await apply(context.work, 'alert', alert, changed);
  return { status, revision };
};

const resolveAlert: CommandHandler<'resolveAlert'> = async (_, context, alert) => {
  const changed = accept(changeAlert(alert, { kind: 'resolve' }, context));
  const { status, revision } = await apply(context.work, 'alert', alert, changed);
  return { status, revision };
};

const snoozeAlert: CommandHandler<'snoozeAlert'> = async ({ minutes }, context, alert) => {
  const changed = accept(changeAlert(alert, { kind: 'snooze', minutes }, context));
  const { status, revision } = await apply(context.work, 'alert', alert, changed);
  return { status, revision };
};

export const alertHandlers = {
  commentAlert,
  withdrawAlertComment,
  linkAlert,
  acknowledgeAlert,
  resolveAlert,
  snoozeAlert,
} satisfies Partial<CommandHandlers>;
