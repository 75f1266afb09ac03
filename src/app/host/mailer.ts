/** Messages of sign-in: by mail where there is a server for it, else printed for the operator. */
import { openMail, type OutgoingMail } from '#adapters/node/mail.ts';
import type { HostOptions } from './options.ts';

export interface Mailer {
  send(mail: OutgoingMail): void | Promise<void>;
  /** Whether the server took the last mail; true before the first. */
  works(): boolean;
}

export async function mailerOf({ smtp, from }: Pick<HostOptions, 'smtp' | 'from'>): Promise<Mailer> {
  const print = ({ to, subject, text }: OutgoingMail) =>
    console.log(`\nMail to ${to}: ${subject}\n${text}\n`);
  if (smtp === null) return { send: print, works: () => true };
  const send = await openMail({ url: smtp, from });
  let works = true;
  return {
    works: () => works,
    async send(mail) {
      try {
        await send(mail);
        works = true;
      } catch (error) {
        works = false;
        console.error(
          `Mail to ${mail.to} was not sent: ${error instanceof Error ? error.message : String(error)}. It is printed instead.`,
        );
        print(mail);
      }
    },
  };
}
