/** Messages of sign-in: by mail where there is a server for it, else printed for the operator. */
import { openMail, type OutgoingMail } from '#adapters/node/mail.ts';
import type { HostOptions } from './options.ts';

export async function mailerOf({ smtp, from }: Pick<HostOptions, 'smtp' | 'from'>) {
  const print = ({ to, subject, text }: OutgoingMail) =>
    console.log(`\nMail to ${to}: ${subject}\n${text}\n`);
  if (smtp === null) return print;
  const send = await openMail({ url: smtp, from });
  return async (mail: OutgoingMail) => {
    try {
      await send(mail);
    } catch (error) {
      console.error(
        `Mail to ${mail.to} was not sent: ${error instanceof Error ? error.message : String(error)}. It is printed instead.`,
      );
      print(mail);
    }
  };
}
