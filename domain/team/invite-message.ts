/**
 * Message that hands over an invite: who invites, to which team, as what, until when, and what happens next. Its inviter sends it, from their
 * own mail program or by any other way, so the recipient sees who it is from.
 */
import { utcMoment } from '../moment.ts';
import { shortenUnits } from '../text.ts';
import type { InviteRole } from './invite.ts';

/** Abilities of a role, as a sentence for the invited person. */
export const inviteRoleSentences: Readonly<Record<InviteRole, string>> = {
  viewer: 'As a viewer you read along: incidents, alerts and who is on call.',
  responder: 'As a responder you work on incidents, and can be paged.',
  admin: 'As an admin you work on incidents, can be paged, and set up the team.',
};

export interface InviteMessageFields {
  readonly teamName: string;
  readonly inviterName: string;
  readonly role: InviteRole;
  /** Whole address of the invite. */
  readonly link: string;
  readonly expiresAt: number;
}

export interface InviteMessage {
  /** A single line. */
  readonly subject: string;
  /** Lines, separated by `\n`. */
  readonly body: string;
}

const article = (role: InviteRole): string => `${role === 'admin' ? 'an' : 'a'} ${role}`;

export function inviteMessage(fields: InviteMessageFields): InviteMessage {
  const { teamName, inviterName, role, link, expiresAt } = fields;
  return {
    subject: `${inviterName} invites you to ${teamName} on Muster`,
    body: [
      `${inviterName} invites you to join ${teamName} on Muster as ${article(role)}. ${inviteRoleSentences[role]}`,
      `Open this link:\n${link}`,
      'What happens next: you see the team and your role, sign in or make an account, and press “Join”. Nothing is accepted before that.',
      `The link lets in one person, until ${utcMoment(expiresAt)}. Don’t pass it on.`,
    ].join('\n\n'),
  };
}

/** Longest address of a draft: some mail programs and browsers take no more than about 2,000 characters. */
export const longestDraft = 2_000;

/** RFC 6068: percent-encoded UTF-8, lines end in CRLF. An apostrophe could end a quoted attribute of a mail program’s own. */
const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed().replaceAll(/\r?\n/gu, '\r\n')).replaceAll(
    /[!'()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const addressOf = (to: string | null, { subject, body }: InviteMessage): string =>
  `mailto:${encoded(to ?? '').replaceAll('%40', '@')}?subject=${encoded(subject)}&body=${encoded(body)}`;

/**
 * `mailto:` address that opens the message as a draft. `to` null: its recipient is filled in there. Names are shortened until the address
 * has at most `longestDraft` characters; role, link, time and what happens next stay whole.
 */
export function inviteDraft(to: string | null, fields: InviteMessageFields): string {
  const { teamName, inviterName } = fields;
  let length = Math.max(teamName.length, inviterName.length);
  for (;;) {
    const names = {
      teamName: shortenUnits(teamName, length),
      inviterName: shortenUnits(inviterName, length),
    };
    const draft = addressOf(to, inviteMessage({ ...fields, ...names }));
    if (draft.length <= longestDraft || length <= 2) return draft;
    length -= Math.max(1, Math.floor(length / 10));
  }
}
