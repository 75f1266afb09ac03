/** Mail of backend code into the inbox of the cloud, where tests and the demonstration read it. */
import type { OutgoingMail, ServerMail } from '#ports/server/mail.ts';
import { checkedMail } from '#provider-kit/mail/check-mail.ts';
import { domainOfSender, mailHeaders } from '#provider-kit/mail/mail-headers.ts';

export interface Postbox {
  post(mail: OutgoingMail): string;
}

export function inboxMail(postbox: Postbox, origin: string): ServerMail {
  const domain = domainOfSender(`muster@${new URL(origin).hostname}`);
  return {
    origin,
    outcomeOf: null,
    async send(mail) {
      const checked = checkedMail(mail);
      const id = postbox.post(checked);
      const { messageId } = mailHeaders(checked, domain, () => id);
      return { messageId, outcome: 'accepted', receipt: null };
    },
  };
}
