/** The kinds of queued mail. */
import type { QueuedMail, QueuedMailContent } from '#domain/mail/queued-mail.ts';
import { inviteMail } from '../invites/invite-mail.ts';
import { confirmationMail } from './confirmation.ts';
import type { MailKind } from './mail-kind.ts';
import { messageMail } from './message-mail.ts';

const kinds: { readonly [K in QueuedMailContent['kind']]: MailKind<K> } = {
  invite: inviteMail,
  confirmation: confirmationMail,
  message: messageMail,
};

// The kind of a mail's content is the kind that it is given to.
const kindOf = ({ content }: QueuedMail) => kinds[content.kind] as MailKind<QueuedMailContent['kind']>;

export const mailKinds: MailKind<QueuedMailContent['kind']> = {
  write: (work, queued, origin) => kindOf(queued).write(work, queued, origin),
  settled: (work, queued, failure) => kindOf(queued).settled(work, queued, failure),
};
