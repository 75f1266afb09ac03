/** Mail by Firebase's extension “Trigger Email from Firestore”: a document for each message, in which the extension notes what became of it. */
import type { DocData } from '#ports/docs/values.ts';
import type { MailOutcome, ServerMail } from '#ports/server/mail.ts';
import type { ServerDocs } from '#ports/server/server.ts';
import { checkedMail } from '#provider-kit/mail/check-mail.ts';
import { domainOfSender, mailHeaders } from '#provider-kit/mail/mail-headers.ts';

export interface ExtensionMailOptions {
  readonly docs: ServerDocs;
  /** `DEFAULT_FROM` of the extension. */
  readonly from: string;
  readonly origin: string;
  /** `MAIL_COLLECTION` of the extension. Default `mail`. No client may read it. */
  readonly collection?: string;
}

/**
 * The receipt of a message is its document’s path. The document of a message with an id is named after the id and written once: when the
 * outcome of a hand-over was lost, a second hand-over finds the document, and what the extension noted in it stays.
 */
export function createExtensionMail(options: ExtensionMailOptions): ServerMail {
  const { docs, from, origin, collection = 'mail' } = options;
  const domain = domainOfSender(from);
  return {
    origin,
    async send(mail) {
      const checked = checkedMail(mail);
      const { to, subject, text, html } = checked;
      const { messageId, headers } = mailHeaders(checked, domain, () => docs.newId());
      const path = `${collection}/${checked.id === undefined ? docs.newId() : `muster-${checked.id}`}`;
      const data: DocData = {
        ...{ to: [to], from, headers: { ...headers } },
        message: { subject, text, messageId: `<${messageId}>`, ...(html !== undefined && { html }) },
      };
      await docs.transaction(async (transaction) => {
        if ((await transaction.get(path)).data === null) transaction.write({ type: 'set', path, data });
      });
      return { messageId, outcome: 'queued', receipt: path };
    },
    async outcomeOf(receipt) {
      if (!receipt.startsWith(`${collection}/`)) return 'queued';
      const { data } = await docs.get(receipt);
      return outcomeOfDelivery(data?.['delivery']);
    },
  };
}

/** Retries of its own are under way in every other state. */
function outcomeOfDelivery(delivery: unknown): MailOutcome {
  if (typeof delivery !== 'object' || delivery === null || !('state' in delivery)) return 'queued';
  if (delivery.state === 'ERROR') return 'bounced';
  if (delivery.state !== 'SUCCESS') return 'queued';
  const info = 'info' in delivery ? delivery.info : null;
  const rejected =
    typeof info === 'object' && info !== null && 'rejected' in info && Array.isArray(info.rejected)
      ? info.rejected
      : [];
  return rejected.length > 0 ? 'bounced' : 'accepted';
}
