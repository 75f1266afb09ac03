/** Handlers of comments on alerts. */
import { withdrawnAlertComment as withdrawn } from '#domain/alert/history.ts';
import { addComment } from '#domain/timeline/transitions.ts';
import type { CommandHandler } from '../kernel/command.ts';
import { accept } from '../kernel/command-failed.ts';
import { appendToAlert, saveAlertEvent } from './history.ts';

export const commentAlert: CommandHandler<'commentAlert'> = async ({ body }, context, alert) => {
  const { events } = addComment(body, context);
  const entryId = appendToAlert(context.work, alert, events);
  return { revision: alert.revision, entryId };
};

export const withdrawAlertComment: CommandHandler<'withdrawAlertComment'> = async (_, context, entry) => {
  const { state } = accept(withdrawn(entry, context));
  if (state !== entry) saveAlertEvent(context.work, entry, state);
  return { revision: state.revision };
};
