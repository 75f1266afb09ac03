/** Handlers of invites: creation, revocation, acceptance. */
import { day, limits } from '#domain/constants.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { mayAcceptInvite, mayJoinByAddress } from '#domain/team/accounts.ts';
import { inviteSchema, newInvite, revokeInvite as revoked, redeemInvite } from '#domain/team/invite.ts';
import { teamSchema } from '#domain/team/schema.ts';
import { inviteIdOf } from '#api/invite-token.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { storedTime } from '#api/codec.ts';
import { limit, query, where } from '#ports/docs/query.ts';
import type { CommandContext, CommandHandler, CommandHandlers } from '../kernel/command.ts';
import { accept, fail, found } from '../kernel/command-failed.ts';
import { mailRate } from '../mail/mail-rate.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { isInviteGranted } from '../team/granters.ts';
import { addMember } from '../team/membership.ts';

const inviteMember: CommandHandler<'inviteMember'> = async (input, context) => {
  const { work, teamId } = context;
  const { inviteId: id, role, note, address, days, token } = input;
  const path = documentPaths.invite(teamId, id);
  const taken = await work.get(inviteSchema, path);
  if (taken !== null) fail('conflict', { currentRevision: taken.revision });
  await requireRate(context);
  const mail = token === null || address === null ? 'none' : await mailTo(context, { id, address, token });
  const mailStatus = mail === 'sending' ? 'queued' : 'none';
  const { state } = newInvite({ id, teamId, role, note, address, mailStatus }, days, context);
  work.save(path, state);
  return { revision: state.revision, expiresAt: state.expiresAt, mail };
};

interface MailedInvite {
  readonly id: string;
  readonly address: string;
  /** Secret of the invite: a person with it may join. */
  readonly token: string;
}

/** Queues the invite's mail, within the rates of its team and its address. */
async function mailTo(
  { work, teamId, userId, sendsMail }: CommandContext,
  { id, address, token }: MailedInvite,
): Promise<'sending' | 'none' | 'limit'> {
  if (inviteIdOf(token) !== id)
    fail('invalid', { field: 'token', rule: 'another invite' }, 'This token belongs to another invite.');
  if (!sendsMail) return 'none';
  const { inviteMailsPerDay, mailConfirmationsPerDay } = settingsLimits;
  const rates = [
    await mailRate(work, `invites ${teamId}`, inviteMailsPerDay),
    await mailRate(work, `address ${address.toLowerCase()}`, mailConfirmationsPerDay),
  ];
  for (const { counted } of rates) if ('sentence' in counted) return 'limit';
  for (const { path, counted } of rates) if ('rate' in counted) work.save(path, counted.rate);
  queueMail(work, {
    ...{ id: `invite-${id}`, teamId, by: userId },
    content: { kind: 'invite', inviteId: id, token },
  });
  return 'sending';
}

/** Ends the command of a team beyond its daily number of invites; the error says when the oldest is a day old. */
async function requireRate({ work, teamId }: CommandContext): Promise<void> {
  const recent = await work.find(
    inviteSchema,
    query(
      collectionPaths.invites(teamId),
      where('createdAt', '>', storedTime(work.now - day)),
      limit(limits.invitesPerDay),
    ),
  );
  if (recent.length < limits.invitesPerDay) return;
  const oldest = Math.min(...recent.map(({ createdAt }) => createdAt));
  const retryAfter = Math.ceil((oldest + day - work.now) / 1000);
  const hours = Math.max(1, Math.ceil(retryAfter / 3600));
  fail(
    'rate_limited',
    { retryAfter },
    `A team makes at most ${limits.invitesPerDay} invites a day. Try again in ${hours} h.`,
  );
}

const revokeInvite: CommandHandler<'revokeInvite'> = async ({ inviteId, teamId }, context) => {
  const { work } = context;
  const path = documentPaths.invite(teamId, inviteId);
  const before = found(await work.get(inviteSchema, path));
  const { state } = accept(revoked(before, context));
  if (state !== before) work.save(path, state);
  return { revision: state.revision };
};

const acceptInvite: CommandHandler<'acceptInvite'> = async ({ token, teamId, displayName }, context) => {
  const { work, userId, member, guest, mail } = context;
  const account = mayAcceptInvite(guest);
  if (!account.allowed) fail('forbidden', {}, account.reason);
  if (member !== null)
    fail('conflict', { currentRevision: member.revision }, 'You are in this team already. Open it.');
  const path = documentPaths.invite(teamId, inviteIdOf(token));
  const invite = await work.get(inviteSchema, path);
  const granted = invite !== null && (await isInviteGranted(work, invite));
  const { state } = accept(redeemInvite(invite, granted, context));
  const team = found(await work.get(teamSchema, documentPaths.team(teamId)));
  const address = mayJoinByAddress(team.mailDomains ?? [], mail);
  if (!address.allowed) fail('forbidden', {}, address.reason);
  work.save(path, state);
  const { revision } = await addMember(work, team, userId, displayName, state.role);
  return { revision, role: state.role };
};

export const inviteHandlers = { inviteMember, revokeInvite, acceptInvite } satisfies Partial<CommandHandlers>;
