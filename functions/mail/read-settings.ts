/** Mail settings of a member, for that member. */
import { mailSettingsSchema } from '#domain/mail/settings.ts';
import { documentPaths } from '#api/paths.ts';
import { type ReadHandler, requirePermission } from '../kernel/read.ts';

export const readMailSettings: ReadHandler<'readMailSettings'> = async ({ teamId }, context) => {
  const { userId } = await requirePermission(context, teamId, 'read');
  const { work, sendsMail: offered } = context;
  const settings = await work.getReadable(mailSettingsSchema, documentPaths.mailSettings(teamId, userId));
  const none = { address: null, pendingAddress: null, failure: null, provedAt: null, notices: false };
  const { address, pendingAddress, failure, provedAt, notices } = settings ?? none;
  return { offered, address, pendingAddress, failure, provedAt, notices };
};
