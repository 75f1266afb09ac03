/** Mail to people, by an SMTP server that takes it over. The only module that knows how it is reached. */
import { randomUUID } from 'node:crypto';
import type { MailRefusal, OutgoingMail, SentMail, ServerMail } from '#ports/server/mail.ts';
import { isPortError } from '#ports/errors.ts';
import { checkedMail } from '#provider-kit/mail/check-mail.ts';
import { mailError } from '#provider-kit/mail/mail-error.ts';
import { domainOfSender, mailHeaders } from '#provider-kit/mail/mail-headers.ts';

export interface SmtpOptions {
  /** `smtp://user:password@host:port`, or `smtps://` for a connection that is encrypted from its beginning. */
  readonly url: string;
  /** `muster@example.com`, or with a name: `Muster <muster@example.com>`. */
  readonly from: string;
  /** Web address of the application, for links. */
  readonly origin: string;
  /** Longest time for one message, in milliseconds. Default 15,000. */
  readonly timeoutMs?: number;
  /** Messages that are sent at the same time; as many again may wait eight times over. Default 4. */
  readonly atOnce?: number;
}

/**
 * Each message has a connection of its own and an end to its time. Beyond `atOnce` messages wait, and beyond eight times as many are
 * refused as `busy`, so that a slow server holds up nothing but mail. With a password, other machines must offer encryption.
 */
export function openSmtp({ url, from, origin, timeoutMs = 15_000, atOnce = 4 }: SmtpOptions): ServerMail {
  const domain = domainOfSender(from);
  const waiting: (() => void)[] = [];
  let under = 0;
  const enter = async (): Promise<void> => {
    if (under < atOnce) {
      under++;
      return;
    }
    if (waiting.length >= atOnce * 8) throw mailError('busy');
    // The place is handed over: `under` stays.
    await new Promise<void>((next) => waiting.push(next));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else under--;
  };
  const deliver = async (mail: OutgoingMail): Promise<SentMail> => {
    const { messageId, headers } = mailHeaders(mail, domain, randomUUID);
    const transport = await transportOf(url, timeoutMs);
    const { to, subject, text, html } = mail;
    try {
      await transport.sendMail({
        ...{ from, to, subject, text, headers },
        ...(html !== undefined && { html }),
        messageId: `<${messageId}>`,
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { messageId, outcome: 'accepted', receipt: null };
    } catch (error) {
      throw mailError(reasonOf(error));
    } finally {
      transport.close();
    }
  };
  return {
    origin,
    outcomeOf: null,
    async send(mail) {
      const checked = checkedMail(mail);
      await enter();
      try {
        return await deliver(checked);
      } finally {
        leave();
      }
    },
  };
}

/** Connects to the server and signs in, without a mail. @throws PortError as `ServerMail.send` */
export async function verifySmtp(url: string): Promise<void> {
  const transport = await transportOf(url, 15_000);
  try {
    await transport.verify();
  } catch (error) {
    throw mailError(reasonOf(error));
  } finally {
    transport.close();
  }
}

/** Operator's text of a failed mail: without addresses and passwords. */
export const mailFailureText = (error: unknown): string =>
  isPortError(error) ? error.message : 'An error without a sentence.';

async function transportOf(url: string, timeoutMs: number) {
  const { createTransport } = await import('nodemailer');
  const { hostname, username } = new URL(url);
  const isHere = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(hostname);
  return createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketCloseTimeout: 1_000,
    maxResponseSize: 65_536,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(username !== '' && !isHere && { requireTLS: true }),
  });
}

function reasonOf(error: unknown): MailRefusal {
  const { code, responseCode } = fieldsOf(error);
  const later = responseCode !== null && responseCode >= 400 && responseCode < 500;
  if (code === 'ETLS' || code === 'EREQUIRETLS') return 'encryption';
  if (later) return 'later';
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'sender';
  if (responseCode === null) return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'refused' : 'later';
  if (code === 'EENVELOPE') return refusedCommand(error) === 'RCPT TO' ? 'recipient' : 'sender';
  return 'refused';
}

function fieldsOf(error: unknown): { readonly code: string; readonly responseCode: number | null } {
  if (!(error instanceof Error)) return { code: '', responseCode: null };
  const code = 'code' in error ? String(error.code) : '';
  const responseCode = 'responseCode' in error ? Number(error.responseCode) : Number.NaN;
  // Another code is no answer of SMTP.
  const isRefusal = responseCode >= 400 && responseCode <= 599;
  return { code, responseCode: isRefusal ? responseCode : null };
}

const refusedCommand = (error: unknown): string =>
  error instanceof Error && 'command' in error ? String(error.command) : '';
