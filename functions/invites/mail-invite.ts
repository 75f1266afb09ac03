/** Mail of an invite: sent after the commit of its command; a failure becomes a notice for the inviter. The token is stored in no document. */
import { system } from '#domain/base.ts';
import { sha256Hex } from '#domain/digest.ts';
import { inviteMessage } from '#domain/team/invite-message.ts';
import type { Invite } from '#domain/team/invite.ts';
import { inviteFragment } from '#api/invite-token.ts';
import { isPortError } from '#ports/errors.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { commandWork } from '../kernel/system.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { mailTexts } from '../mail/mail-text.ts';
import { sendNotice } from '../notices/send-notice.ts';

export interface MailedInvite {
  readonly invite: Invite;
  readonly address: string;
  /** Secret of the invite: a person with it may join. */
  readonly token: string;
  readonly teamName: string;
  readonly inviterName: string;
}

export async function mailInvite(server: ServerPorts, mailed: MailedInvite): Promise<void> {
  const problem = await send(server, mailed);
  if (problem === null) return;
  const { id, teamId, createdBy: userId } = mailed.invite;
  await transact(server, (work) =>
    sendNotice(commandWork(work), {
      ...{ teamId, userId, cause: `invite mail ${id}`, by: system, link: '/settings/invites' },
      content: { kind: 'inviteNotMailed', address: mailed.address, problem },
    }),
  );
}

/** Null: the mail server has taken it. */
async function send({ mail }: ServerPorts, mailed: MailedInvite): Promise<string | null> {
  if (mail === null) return 'No mail is set up on this server.';
  const { invite, address, token, teamName, inviterName } = mailed;
  const { role, expiresAt, teamId, id } = invite;
  const link = `${mail.origin}/invite#${inviteFragment({ teamId, token })}`;
  const message = inviteMessage({ teamName, inviterName, role, link, expiresAt });
  const [first = '', , ...more] = message.body.split('\n\n');
  const texts = mailTexts({
    ...{ subject: message.subject, first, more },
    action: { label: 'Open the invite', url: link },
    footer: `${inviterName} gave Muster this address. Nothing more is sent here unless you join.`,
  });
  try {
    await mail.send({ to: address, ...texts, id: `invite-${sha256Hex(id).slice(0, 32)}` });
    return null;
  } catch (error) {
    if (!isPortError(error)) throw error;
    if (error.code === 'not-found') return 'The mail server takes no mail for it.';
    return error.retryable ? 'The mail server can’t be reached.' : 'The mail server refused the message.';
  }
}
