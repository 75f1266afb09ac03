/** Mail of a server for a team: by SMTP where it is configured, else messages of sign-in are printed for the operator. */
import { mailFailureText, openSmtp } from '#adapters/node/mail.ts';
import type { OutgoingMail, ServerMail } from '#ports/server/mail.ts';
import { isPortError } from '#ports/errors.ts';

export interface MailerOptions {
  readonly smtp: string | null;
  readonly from: string;
  /** Web address of the application. */
  readonly origin: string;
  /** Gets the reason for which a message of sign-in was not sent, without address and link. Default: the message is printed. */
  readonly onUnsent?: (reason: string) => void;
}

export interface Mailer {
  /** Sends a message of sign-in; without a mail server it is printed. Never rejects. */
  send(mail: Pick<OutgoingMail, 'to' | 'subject' | 'text'>): void | Promise<void>;
  /** As `send`, with its `Message-ID`. @throws PortError when the mail server does not take it */
  deliver(mail: Pick<OutgoingMail, 'to' | 'subject' | 'text' | 'id'>): void | Promise<void>;
  /** Mail of functions; null: none is configured. */
  readonly mail: ServerMail | null;
  /** Whether the server took the last mail; true before the first. */
  works(): boolean;
}

export function mailerOf({ smtp, from, origin, onUnsent }: MailerOptions): Mailer {
  const print: Mailer['send'] = ({ to, subject, text }) =>
    console.log(`\nMail to ${to}: ${subject}\n${text}\n`);
  if (smtp === null) return { send: print, deliver: print, mail: null, works: () => true };
  let works = true;
  const server = openSmtp({ url: smtp, from, origin });
  const mail: ServerMail = {
    ...server,
    async send(message) {
      try {
        const sent = await server.send(message);
        works = true;
        return sent;
      } catch (error) {
        // Faults of a message or an address are not the server's.
        works &&= isPortError(error, 'invalid-argument', 'not-found');
        throw error;
      }
    },
  };
  return {
    mail,
    works: () => works,
    async deliver({ to, subject, text, id }) {
      await mail.send({ to, subject, text, ...(id !== undefined && { id }) });
    },
    async send({ to, subject, text }) {
      try {
        await mail.send({ to, subject, text });
      } catch (error) {
        if (onUnsent) return onUnsent(mailFailureText(error));
        console.error(`Mail to ${to} was not sent: ${mailFailureText(error)} It is printed instead.`);
        print({ to, subject, text });
      }
    },
  };
}
