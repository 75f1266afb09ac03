/** Mail of the functions on Firebase, as their environment has it: by Firebase's mail extension, or by SMTP. */
import { createExtensionMail } from '#adapters/firebase-admin/extension-mail.ts';
import { openSmtp } from '#adapters/node/mail.ts';
import type { ServerMail } from '#ports/server/mail.ts';
import type { ServerDocs } from '#ports/server/server.ts';

/** Name of the secret with the SMTP server's address, name and password. */
const smtpSecret = 'MUSTER_SMTP_URL';

type Environment = Readonly<Record<string, string | undefined>>;

/** Secrets that the functions are deployed with. */
export const secretsOf = (environment: Environment): readonly string[] =>
  environment['MUSTER_MAIL_BY'] === 'smtp' ? [smtpSecret] : [];

/** Null: none is configured. The environment is read with each opening, because deployment tools load the functions without it. */
export function firebaseMail(
  environment: Environment,
  projectId: string,
): ((docs: ServerDocs) => ServerMail) | null {
  const {
    MUSTER_MAIL_BY: by,
    MUSTER_MAIL_FROM: from,
    MUSTER_ORIGIN: address,
    [smtpSecret]: url,
  } = environment;
  const origin = (address ?? `https://${projectId}.web.app`).replace(/\/+$/u, '');
  if (!from) return null;
  if (by === 'extension') return (docs) => createExtensionMail({ docs, from, origin });
  if (by === 'smtp' && url) return () => openSmtp({ url, from, origin });
  return null;
}
