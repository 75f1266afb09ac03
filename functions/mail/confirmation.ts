/**
 * A mail address is confirmed by a link that is sent to it: good once, for a day, and no more often than a few times a day, for a
 * person and for an address. The answer to a request does not say whether the address exists, and a wrong link gets the same page as an old one.
 */
import { hour } from '#domain/constants.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import {
  confirmMailAddress,
  type MailConfirmation,
  mailConfirmationSchema,
  mailSettingsSchema,
} from '#domain/mail/settings.ts';
import { memberSchema, teamSchema } from '#domain/team/schema.ts';
import { documentPaths } from '#api/paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { attempt } from '../kernel/attempt.ts';
import type { CommandContext } from '../kernel/command.ts';
import { fail, found } from '../kernel/command-failed.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { mailLinkPath, mailSecretDigest } from './links.ts';
import { mailRate } from './mail-rate.ts';
import { mailTexts } from './mail-text.ts';

/** Takes the place of an earlier one. Ends the command beyond the rate. */
export async function requestConfirmation(context: CommandContext, address: string): Promise<void> {
  const { work, teamId, userId: id, member } = context;
  await count(context, `person ${id}`);
  await count(context, `address ${address.toLowerCase()}`);
  const team = found(await work.get(teamSchema, documentPaths.team(teamId)));
  const secret = work.newSecret();
  const confirmation: MailConfirmation = {
    ...{ id, teamId, createdAt: work.now, createdBy: id, revision: 1, address },
    digest: mailSecretDigest(secret),
    expiresAt: work.now + settingsLimits.mailConfirmationHours * hour,
  };
  work.save(documentPaths.mailConfirmation(teamId, id), confirmation);
  const who = { name: member?.displayName ?? 'Somebody', team: team.name };
  work.afterCommit(async (server) =>
    server.background.run(async () => {
      await attempt(() => send(server, confirmation, secret, who));
    }),
  );
}

async function count({ work }: CommandContext, of: string): Promise<void> {
  const { path, counted } = await mailRate(work, of, settingsLimits.mailConfirmationsPerDay);
  if ('sentence' in counted) fail('rate_limited', { retryAfter: counted.retryAfter }, counted.sentence);
  else work.save(path, counted.rate);
}

async function send(
  { mail }: ServerPorts,
  { teamId, id, address, digest }: MailConfirmation,
  secret: string,
  who: { readonly name: string; readonly team: string },
): Promise<void> {
  if (mail === null) return;
  const url = `${mail.origin}${mailLinkPath({ purpose: 'confirm', ids: [teamId, id], secret })}`;
  const texts = mailTexts({
    subject: 'Confirm this address for Muster',
    first: `${who.name} wants pages of ${who.team} to come to this address.`,
    action: { label: 'Confirm', url },
    more: [`The link is good once, for ${settingsLimits.mailConfirmationHours} h.`],
    footer: 'If that was not you, do nothing: without the link nothing more is sent here.',
  });
  await mail.send({ to: address, ...texts, id: `confirm-${digest.slice(0, 32)}` });
}

/** Whether the link of a confirmation is good now, and for which address. */
export async function readConfirmation(
  work: UnitOfWork,
  teamId: string,
  userId: string,
  secret: string,
): Promise<MailConfirmation | null> {
  const path = documentPaths.mailConfirmation(teamId, userId);
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
    work.remove(documentPaths.mailConfirmation(teamId, userId));
    const path = documentPaths.mailSettings(teamId, userId);
    const settings = await work.getReadable(mailSettingsSchema, path);
    if (settings === null) return false;
    const { state } = confirmMailAddress(settings, waiting.address, { by: userId, now: work.now });
    work.save(path, state);
    return state !== settings;
  });
