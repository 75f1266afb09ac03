/** Mail of backend code into the inbox of the cloud, where tests and the demonstration read it. */
import type { OutgoingMail, SentMail } from '#ports/server/mail.ts';
import { mailError } from '#provider-kit/mail/mail-error.ts';
import { checkedMail } from '#provider-kit/mail/check-mail.ts';
import { domainOfSender, mailHeaders } from '#provider-kit/mail/mail-headers.ts';

export interface Postbox {
  post(to: string, content: { readonly subject: string; readonly body: string }, action: string): string;
}

/** @throws PortError as `ServerMail.send` */
export function sendToInbox(postbox: Postbox | undefined, origin: string, mail: OutgoingMail): SentMail {
  if (!postbox) throw mailError('later');
  const checked = checkedMail(mail);
  const [link = ''] = /https?:\/\/[^\s<>]+/u.exec(checked.text) ?? [];
  const id = postbox.post(checked.to, { subject: checked.subject, body: checked.text }, link);
  const { messageId } = mailHeaders(checked, domainOfSender(`muster@${new URL(origin).hostname}`), () => id);
  return { messageId, outcome: 'accepted', receipt: null };
}
