/** Handlers of commands on notification rules. */
import { notificationRulesSchema } from '#domain/notification/schema.ts';
import { saveNotificationRules as saved } from '#domain/notification/transitions.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { sendNotice } from '../notices/send-notice.ts';
import { type CommandHandler, type CommandHandlers, expectRevision } from '../kernel/command.ts';
import { accept, found } from '../kernel/command-failed.ts';

const saveNotificationRules: CommandHandler<'saveNotificationRules'> = async (input, context) => {
  const { userId: id, teamId, high, low, quietHours } = input;
  const { work } = context;
  const path = documentPaths.notificationRules(teamId, id);
  const before = await work.get(notificationRulesSchema, path);
  expectRevision(before ?? { revision: 0 }, input.expectedRevision);
  found(await work.get(memberSchema, documentPaths.member(teamId, id)));
  const { state } = accept(saved(before, { id, teamId, high, low, quietHours }, context));
  work.save(path, state);
  if (id !== context.userId)
    await sendNotice(work, {
      ...{ teamId, userId: id, by: context.userId, link: '/readiness' },
      cause: `notification rules ${state.revision} ${work.now}`,
      content: { kind: 'notificationRules', by: context.userId },
    });
  return { revision: state.revision };
};

export const notificationHandlers = { saveNotificationRules } satisfies Partial<CommandHandlers>;
