/** Mail of an invite. Its outcome is noted in the invite; a failure becomes a notice for the inviter. */
import { system } from '#domain/base.ts';
import { sha256Hex } from '#domain/digest.ts';
import { inviteMessage } from '#domain/team/invite-message.ts';
import { type Invite, inviteSchema, isUsable, noteInviteMail } from '#domain/team/invite.ts';
import { memberSchema, teamSchema } from '#domain/team/schema.ts';
import { inviteFragment } from '#api/invite-token.ts';
import { documentPaths } from '#api/paths.ts';
import { commandWork } from '../kernel/system.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import type { MailKind } from '../mail/mail-kind.ts';
import { mailTexts } from '../mail/mail-text.ts';
import { sendNotice } from '../notices/send-notice.ts';
import { isInviteGranted } from '../team/granters.ts';

export const inviteMail: MailKind<'invite'> = {
  async write(work, { teamId, content: { inviteId, token } }, origin) {
    const invite = await work.get(inviteSchema, documentPaths.invite(teamId, inviteId));
    const team = await work.get(teamSchema, documentPaths.team(teamId));
    if (invite?.address == null || team === null || !isUsable(invite, work.now)) return null;
    if (!(await isInviteGranted(work, invite))) return null;
    const { address, role, expiresAt, createdBy } = invite;
    const inviter = await work.getReadable(memberSchema, documentPaths.member(teamId, createdBy));
    const inviterName = inviter?.displayName ?? 'Somebody';
    const link = `${origin}/invite#${inviteFragment({ teamId, token })}`;
    const message = inviteMessage({ teamName: team.name, inviterName, role, link, expiresAt });
    const [first = '', , ...more] = message.body.split('\n\n');
    const texts = mailTexts({
      ...{ subject: message.subject, first, more },
      action: { label: 'Open the invite', url: link },
      footer: `${inviterName} gave Muster this address. Nothing more is sent here unless you join.`,
    });
    return { to: address, ...texts, id: `invite-${sha256Hex(inviteId).slice(0, 32)}` };
  },

  async settled(work, { teamId, content: { inviteId } }, failure) {
    const invite = await work.getReadable(inviteSchema, documentPaths.invite(teamId, inviteId));
    if (invite !== null) await settleInviteMail(work, invite, failure?.problem ?? null);
  },
};

/** `problem` null: the mail was sent. */
export async function settleInviteMail(
  work: UnitOfWork,
  invite: Invite,
  problem: string | null,
): Promise<void> {
  const { id, teamId, createdBy: userId, address } = invite;
  const { state } = noteInviteMail(invite, problem, { by: system, now: work.now });
  if (state === invite) return;
  work.save(documentPaths.invite(teamId, id), state);
  if (problem === null || address === null) return;
  await sendNotice(commandWork(work), {
    ...{ teamId, userId, cause: `invite mail ${id}`, by: system, link: '/settings/invites' },
    content: { kind: 'inviteNotMailed', address, problem },
  });
}
