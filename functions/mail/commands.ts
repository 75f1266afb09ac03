/** Handlers of what a person takes by mail. */
import { mailChoiceNames, mailChoicesOf } from '#domain/mail/choices.ts';
import {
  isSameAddress,
  mailConfirmationSchema,
  type MailSettings,
  mailSettingsSchema,
  saveMailSettings as saved,
} from '#domain/mail/settings.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { CommandContext, CommandHandler, CommandHandlers } from '../kernel/command.ts';
import { accept, fail } from '../kernel/command-failed.ts';
import { requestConfirmation } from './confirmation.ts';
import { removeConfirmation } from './remove-confirmation.ts';

const saveMailSettings: CommandHandler<'saveMailSettings'> = async (input, context) => {
  const { work, teamId, userId: id, sendsMail } = context;
  if (!sendsMail) fail('unavailable', {}, 'No mail is set up on this server. Ask whoever runs it.');
  const { notices, weeklyDigest, shiftReminders } = input;
  const { address, verified } = addressOf(input.address, context);
  const path = serverPaths.mailSettings(teamId, id);
  const before = await work.get(mailSettingsSchema, path);
  const chosen = {
    notices,
    ...(weeklyDigest !== null && { weeklyDigest }),
    ...(shiftReminders !== null && { shiftReminders }),
  };
  const { state } = accept(
    saved(before, { id, teamId, address, verified, ...chosen, noticeKey: work.newSecret() }, context),
  );
  const isNew = !isSameAddress(before?.pendingAddress ?? null, address);
  // The same again asks for another mail.
  const isSame = before !== null && hasSameChoices(before, state);
  if (state.pendingAddress === null) removeConfirmation(work, teamId, id);
  else if (isNew || isSame || (await isOver(context))) {
    await requestConfirmation(context, state.pendingAddress);
  }
  work.save(path, state);
  return { revision: state.revision, confirming: state.pendingAddress !== null };
};

const hasSameChoices = (one: MailSettings, other: MailSettings): boolean => {
  const [before, after] = [mailChoicesOf(one), mailChoicesOf(other)];
  return mailChoiceNames.every((name) => before[name] === after[name]);
};

/** Address that was chosen; that of a guest, or none, is none. */
function addressOf(
  chosen: string | null,
  { mail }: CommandContext,
): { readonly address: string; readonly verified: boolean } {
  const address = chosen ?? mail.address;
  if (address !== null) return { address, verified: mail.verified && isSameAddress(address, mail.address) };
  const rule = 'Your account has no mail address. Enter one.';
  return fail('invalid', { field: 'address', rule }, rule);
}

/** Whether the confirmation that waits can be used no more: another one is sent. */
async function isOver({ work, teamId, userId }: CommandContext): Promise<boolean> {
  const waiting = await work.get(mailConfirmationSchema, serverPaths.mailConfirmation(teamId, userId));
  return waiting === null || waiting.expiresAt <= work.now;
}

const forgetMailAddress: CommandHandler<'forgetMailAddress'> = async ({ teamId }, { work, userId }) => {
  const path = serverPaths.mailSettings(teamId, userId);
  const before = await work.get(mailSettingsSchema, path);
  if (before === null) return { revision: 1 };
  work.remove(path);
  removeConfirmation(work, teamId, userId);
  return { revision: before.revision + 1 };
};

export const mailHandlers = { saveMailSettings, forgetMailAddress } satisfies Partial<CommandHandlers>;
