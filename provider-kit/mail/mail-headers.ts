/** Headers of a checked mail, the same for every implementation. */
import type { OutgoingMail } from '#ports/server/mail.ts';

export interface MailHeaders {
  /** Without angle brackets. */
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** `domain`: of the sender. `newId`: unique name for a message without one. */
export function mailHeaders(mail: OutgoingMail, domain: string, newId: () => string): MailHeaders {
  const named = (name: string) => `${name}@${domain}`;
  const { id, thread, unsubscribeUrl } = mail;
  return {
    messageId: named(id ?? newId()),
    headers: {
      // Out-of-office programs answer no such message (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(thread !== undefined && {
        'In-Reply-To': `<${named(thread)}>`,
        References: `<${named(thread)}>`,
      }),
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

/** Domain of a sender as `muster@example.com` or `Muster <muster@example.com>`; `localhost` for none. */
export const domainOfSender = (from: string): string => /@([\w.-]+)>?\s*$/u.exec(from)?.[1] ?? 'localhost';
