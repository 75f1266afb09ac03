/** Mail settings of a member, for that member. */
import { mailChoicesOf } from '#domain/mail/choices.ts';
import { mailSettingsSchema } from '#domain/mail/settings.ts';
import { serverPaths } from '#api/server-paths.ts';
import { type ReadHandler, requirePermission } from '../kernel/read.ts';

export const readMailSettings: ReadHandler<'readMailSettings'> = async ({ teamId }, context) => {
  const { userId } = await requirePermission(context, teamId, 'read');
  const { work, sendsMail: offered } = context;
  const settings = await work.getReadable(mailSettingsSchema, serverPaths.mailSettings(teamId, userId));
  const none = {
    ...{ address: null, pendingAddress: null, pendingFailure: null, failure: null, provedAt: null },
    notices: false,
  };
  const { address, pendingAddress, pendingFailure, failure, provedAt } = settings ?? none;
  return {
    ...{ offered, address, pendingAddress, pendingFailure, failure, provedAt },
    ...mailChoicesOf(settings ?? none),
  };
};
