/** Link of a new invite. Its token is drawn here: the server gets the digest. */
import { inviteFragment, inviteIdOf, inviteTokenBytes, inviteTokenFrom } from '#api/invite-token.ts';
import type { InviteRole } from '#domain/team/invite.ts';
import type { CommandOutput } from '#api/commands.ts';
import { links } from '#src/data/links.ts';

export interface MadeInvite {
  /** Whole address of the invite. */
  readonly link: string;
  readonly role: InviteRole;
  /** Mail address; null: the link is handed over. */
  readonly address: string | null;
  readonly expiresAt: number;
  readonly mail: CommandOutput<'inviteMember'>['mail'];
}

export interface DrawnInvite {
  readonly token: string;
  readonly inviteId: string;
  readonly link: string;
}

export function drawInvite(teamId: string): DrawnInvite {
  const token = inviteTokenFrom(crypto.getRandomValues(new Uint8Array(inviteTokenBytes)));
  const link = new URL(`${links.invite()}#${inviteFragment({ teamId, token })}`, location.origin).href;
  return { token, inviteId: inviteIdOf(token), link };
}
