/** Errors of `ServerMail`. */
import { PortError } from '#ports/errors.ts';
import { type MailRefusal, mailRefusals } from '#ports/server/mail.ts';

const sentences: Readonly<Record<MailRefusal, string>> = {
  message: 'This mail can’t be sent as it is.',
  recipient: 'The mail server takes no mail for this address.',
  sender: 'The mail server does not accept the name, password or sender of this deployment.',
  encryption: 'The mail server offers no encrypted connection that can be trusted.',
  refused: 'The mail server refused the mail.',
  later: 'The mail server can’t be reached, or takes no mail now.',
  busy: 'Too many mails are being sent. Try again in a moment.',
};

export const mailError = (reason: MailRefusal, sentence = sentences[reason]): PortError =>
  new PortError(mailRefusals[reason], sentence, { details: { reason } });
