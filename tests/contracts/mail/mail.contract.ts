/** The promises of `ServerMail`, over a mailbox that a scenario reads. */
import { describe, expect, test } from 'vitest';
import { isPortError, type PortError } from '#ports/errors.ts';
import type { OutgoingMail, ServerMail } from '#ports/server/mail.ts';

/** A message as it arrived. */
export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Mailbox {
  readonly mail: ServerMail;
  /** Oldest first; whatever is under way has arrived. */
  received(): Promise<readonly ReceivedMail[]>;
}

export interface MailTraits {
  /** Whether arrived messages show HTML and headers. */
  readonly showsHeaders: boolean;
}

const plain = { to: 'bo@example.com', subject: 'Page: checkout', text: 'Checkout is down.\n' };

export async function refusalOf(sending: Promise<unknown>): Promise<PortError> {
  try {
    await sending;
  } catch (error) {
    if (isPortError(error)) return error;
    throw error;
  }
  throw new Error('It was expected to be refused, and was taken.');
}

export function mailContract(name: string, open: () => Promise<Mailbox>, { showsHeaders }: MailTraits): void {
  describe(name, () => {
    test('a mail arrives with its subject and text unchanged', async () => {
      const { mail, received } = await open();
      const subject = 'Page: Zahlung “Köln” — 2 Alarme 🔥';
      const { messageId, outcome } = await mail.send({ ...plain, subject });
      expect(messageId).toMatch(/^[\w.-]+@[\w.-]+$/u);
      expect(['queued', 'accepted']).toContain(outcome);
      expect(await received()).toMatchObject([{ ...plain, subject }]);
    });

    test('mails of one thread reference it, and other mails reference none', async () => {
      const { mail, received } = await open();
      const first = await mail.send({ ...plain, id: 'page-1' });
      const second = await mail.send({ ...plain, id: 'page-1.2', thread: 'page-1' });
      expect(first.messageId).toMatch(/^page-1@/u);
      expect(second.messageId).not.toBe(first.messageId);
      if (!showsHeaders) return;
      const [begun, followed] = await received();
      expect(begun?.headers['message-id']).toBe(`<${first.messageId}>`);
      expect(begun?.headers).not.toHaveProperty('references');
      expect(followed?.headers['in-reply-to']).toBe(`<${first.messageId}>`);
      expect(followed?.headers['references']).toBe(`<${first.messageId}>`);
    });

    test('a mail contains HTML beside the text, and only one with an unsubscribe address has its header', async () => {
      const { mail, received } = await open();
      await mail.send({ ...plain, html: '<p>Checkout &amp; payment</p>' });
      await mail.send({ ...plain, unsubscribeUrl: 'https://muster.example/in/mail/off/abc' });
      const [page, notice] = await received();
      if (!showsHeaders) return;
      expect(page?.html).toContain('<p>Checkout &amp; payment</p>');
      expect(page?.text.trim()).toBe('Checkout is down.');
      expect(page?.headers).not.toHaveProperty('list-unsubscribe');
      expect(notice?.headers['list-unsubscribe']).toBe('<https://muster.example/in/mail/off/abc>');
      expect(notice?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    });

    test.each<[string, Partial<OutgoingMail>]>([
      ['a subject with another header', { subject: 'Page\r\nBcc: eve@example.com' }],
      ['a subject with a line separator', { subject: 'Page\u2028Bcc: eve@example.com' }],
      ['an empty subject', { subject: ' ' }],
      ['a long subject', { subject: 'x'.repeat(201) }],
      ['two addresses', { to: 'bo@example.com, eve@example.com' }],
      ['an address with another header', { to: 'bo@example.com\nBcc: eve@example.com' }],
      ['an address with a name', { to: 'Bo <bo@example.com>' }],
      ['no address', { to: 'bo' }],
      ['a long address', { to: `bo@${'example.'.repeat(40)}com` }],
      ['a thread with another header', { thread: 'a>\r\nBcc: eve@example.com' }],
      ['a name that is none', { id: 'page/1' }],
      ['a long text', { text: 'x'.repeat(100_001) }],
      ['long HTML', { html: 'x'.repeat(200_001) }],
      ['an address to unsubscribe with another header', { unsubscribeUrl: 'https://a>\r\nBcc: eve' }],
      ['an address to unsubscribe that is a script', { unsubscribeUrl: 'javascript:alert(1)' }],
    ])('%s is refused before anything is sent', async (_, given) => {
      const { mail, received } = await open();
      const error = await refusalOf(mail.send({ ...plain, ...given }));
      expect(error).toMatchObject({ code: 'invalid-argument', retryable: false });
      expect(JSON.stringify([error.message, error.details])).not.toContain('eve');
      expect(await received()).toEqual([]);
    });

    test('unknown fields of a mail do not become headers', async () => {
      const { mail, received } = await open();
      const added = { ...plain, bcc: 'eve@example.com', headers: { Bcc: 'eve@example.com' } };
      await mail.send(added);
      expect(JSON.stringify(await received())).not.toContain('eve');
    });
  });
}
