/** Mail to people, by a server that takes it over. */

export interface MailOptions {
  /** `smtp://user:password@host:port` */
  readonly url: string;
  readonly from: string;
}

export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** Rejects when the server does not take it. */
export async function openMail({ url, from }: MailOptions): Promise<(mail: OutgoingMail) => Promise<void>> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(url);
  return async ({ to, subject, text }) => {
    await transport.sendMail({ from, to, subject, text });
  };
}

/** Connects to the server and signs in, without a mail. Rejects when that fails. */
export async function verifyMail(url: string): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(url);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
