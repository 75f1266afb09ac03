/** Messages to people: by mail where there is a server for it. */
import type { InboxMessage } from '#ports/control.ts';

export interface MailOptions {
  readonly url: string;
  readonly from: string;
}

/** Sends what is mail. Rejects when the server does not take it. */
export async function openMail({
  url,
  from,
}: MailOptions): Promise<(message: InboxMessage) => Promise<void>> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(url);
  return async ({ to, subject, body }) => {
    await transport.sendMail({ from, to, subject, text: body });
  };
}
