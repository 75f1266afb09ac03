/**
 * A mail address is confirmed by a link that is sent to it: good once, for a day, and no more often than a few times a day, for a
 * person and for an address. The answer to a request does not say whether the address exists, and a wrong link gets the same page as an old one.
 */
import { system } from '#domain/base.ts';
import { hour } from '#domain/constants.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import {
  confirmMailAddress,
  failConfirmation,
  type MailConfirmation,
  mailConfirmationSchema,
  mailSettingsSchema,
} from '#domain/mail/settings.ts';
import { memberSchema, teamSchema } from '#domain/team/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { CommandContext } from '../kernel/command.ts';
import { fail } from '../kernel/command-failed.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { mailLinkPath, mailSecretDigest } from './links.ts';
import type { MailKind } from './mail-kind.ts';
import { mailRate } from './mail-rate.ts';
import { mailTexts } from './mail-text.ts';
import { queueMail } from './queue-mail.ts';
import { confirmationMailId, removeConfirmation } from './remove-confirmation.ts';

/** Takes the place of an earlier one. Ends the command beyond the rate. */
export async function requestConfirmation(context: CommandContext, address: string): Promise<void> {
  const { work, teamId, userId: id } = context;
  await count(context, `person ${id}`);
  await count(context, `address ${address.toLowerCase()}`);
  const secret = work.newSecret();
  const confirmation: MailConfirmation = {
    ...{ id, teamId, createdAt: work.now, createdBy: id, revision: 1, address },
    digest: mailSecretDigest(secret),
    expiresAt: work.now + settingsLimits.mailConfirmationHours * hour,
  };
  work.save(serverPaths.mailConfirmation(teamId, id), confirmation);
  queueMail(work, {
    ...{ id: confirmationMailId(id), teamId, by: id },
    content: { kind: 'confirmation', userId: id, secret },
  });
}

async function count({ work }: CommandContext, of: string): Promise<void> {
  const { path, counted } = await mailRate(work, of, settingsLimits.mailConfirmationsPerDay);
  if ('sentence' in counted) fail('rate_limited', { retryAfter: counted.retryAfter }, counted.sentence);
  else work.save(path, counted.rate);
}

export const confirmationMail: MailKind<'confirmation'> = {
  async write(work, { teamId, content: { userId, secret } }, origin) {
    const waiting = await readConfirmation(work, teamId, userId, secret);
    const team = await work.get(teamSchema, documentPaths.team(teamId));
    if (waiting === null || team === null) return null;
    const { address, digest } = waiting;
    const member = await work.getReadable(memberSchema, documentPaths.member(teamId, userId));
    const url = `${origin}${mailLinkPath({ purpose: 'confirm', ids: [teamId, userId], secret })}`;
    const texts = mailTexts({
      subject: 'Confirm this address for Muster',
      first: `${member?.displayName ?? 'Somebody'} wants pages of ${team.name} to come to this address.`,
      action: { label: 'Confirm', url },
      more: [`The link is good once, for ${settingsLimits.mailConfirmationHours} h.`],
      footer: 'If that was not you, do nothing: without the link nothing more is sent here.',
    });
    return { to: address, ...texts, id: `confirm-${digest.slice(0, 32)}` };
  },

  async settled(work, { teamId, content: { userId, secret } }, failure) {
    if (failure === null) return;
    const waiting = await readConfirmation(work, teamId, userId, secret);
    if (waiting === null) return;
    const path = serverPaths.mailSettings(teamId, userId);
    const settings = await work.getReadable(mailSettingsSchema, path);
    const context = { by: system, now: work.now };
    if (settings !== null)
      work.save(path, failConfirmation(settings, waiting.address, failure.problem, context).state);
  },
};

/** Whether the link of a confirmation is good now, and for which address. */
export async function readConfirmation(
  work: UnitOfWork,
  teamId: string,
  userId: string,
  secret: string,
): Promise<MailConfirmation | null> {
  const path = serverPaths.mailConfirmation(teamId, userId);
  const waiting = await work.getReadable(mailConfirmationSchema, path);
  const isGood = waiting?.digest === mailSecretDigest(secret) && waiting.expiresAt > work.now;
  if (waiting === null || !isGood) return null;
  const member = await work.getReadable(memberSchema, documentPaths.member(teamId, userId));
  return member === null ? null : waiting;
}

/** Confirms the address, once. False: the link is not good. */
export const confirmAddress = (
  server: ServerPorts,
  teamId: string,
  userId: string,
  secret: string,
): Promise<boolean> =>
  transact(server, async (work) => {
    const waiting = await readConfirmation(work, teamId, userId, secret);
    if (waiting === null) return false;
    removeConfirmation(work, teamId, userId);
    const path = serverPaths.mailSettings(teamId, userId);
    const settings = await work.getReadable(mailSettingsSchema, path);
    if (settings === null) return false;
    const { state } = confirmMailAddress(settings, waiting.address, { by: userId, now: work.now });
    work.save(path, state);
    return state !== settings;
  });
