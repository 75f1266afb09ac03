/** Firebase's mail extension, played: the embedded cloud's documents, with what the extension notes in them. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { createExtensionMail } from '#adapters/firebase-admin/extension-mail.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { query } from '#ports/docs/query.ts';
import type { ServerDocs } from '#ports/server/server.ts';
import { mailContract, type ReceivedMail } from './mail.contract.ts';

function open() {
  const cloud = new FakeCloud();
  onTestFinished(() => cloud.dispose());
  const { docs } = cloud.server;
  const mail = createExtensionMail({ docs, from: 'muster@example.com', origin: 'https://muster.example' });
  return { docs, mail, received: () => received(docs) };
}

interface MailDocument {
  readonly to: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly message: {
    readonly subject: string;
    readonly text: string;
    readonly messageId: string;
    readonly html?: string;
  };
}

/** As the extension hands them to its server. */
async function received(docs: ServerDocs): Promise<readonly ReceivedMail[]> {
  const found = await docs.find(query('mail'));
  return found
    .map(({ data }) => data as unknown as MailDocument)
    .map(({ to, headers, message: { subject, text, html = null, messageId } }) => ({
      ...{ to: to.join(', '), subject, text, html },
      headers: {
        'message-id': messageId,
        ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      },
    }))
    .toSorted((one, other) => Object.keys(one.headers).length - Object.keys(other.headers).length);
}

mailContract('the extension', async () => open(), { showsHeaders: true });

test.each([
  [{ state: 'PENDING' }, 'queued'],
  [{ state: 'RETRY', attempts: 3 }, 'queued'],
  [{ state: 'SUCCESS', info: { accepted: ['bo@example.com'], rejected: [] } }, 'accepted'],
  [{ state: 'SUCCESS', info: { accepted: [], rejected: ['bo@example.com'] } }, 'bounced'],
  [{ state: 'ERROR', error: 'no' }, 'bounced'],
] as const)('the extension’s delivery state %j is read as %s', async (delivery, outcome) => {
  const { docs, mail } = open();
  const { receipt, outcome: atFirst } = await mail.send({ to: 'bo@example.com', subject: 'a', text: 'b' });
  expect(atFirst).toBe('queued');
  const path = receipt ?? '';
  expect(await mail.outcomeOf?.(path)).toBe('queued');
  await docs.batch([{ type: 'update', path, changes: { delivery } }]);
  expect(await mail.outcomeOf?.(path)).toBe(outcome);
});

test('a receipt outside the mail collection is not read', async () => {
  const { docs, mail } = open();
  await docs.batch([{ type: 'set', path: 'teams/t', data: { delivery: { state: 'ERROR' } } }]);
  expect(await mail.outcomeOf?.('teams/t')).toBe('queued');
});

describe('a repeated send of a mail with an id', () => {
  const message = { to: 'bo@example.com', subject: 'a', text: 'b', id: 'delivery-1' };

  test('makes one document and one receipt, also concurrently', async () => {
    const { mail, received } = open();
    const [first, second] = await Promise.all([mail.send(message), mail.send(message)]);
    expect(await mail.send({ ...message, text: 'b, in 4 min' })).toEqual(first);
    expect(second).toEqual(first);
    expect(await received()).toMatchObject([{ text: 'b' }]);
  });

  test('keeps the extension’s delivery state', async () => {
    const { docs, mail } = open();
    const path = (await mail.send(message)).receipt ?? '';
    await docs.batch([{ type: 'update', path, changes: { delivery: { state: 'SUCCESS' } } }]);
    await mail.send(message);
    expect(await mail.outcomeOf?.(path)).toBe('accepted');
  });

  test.each(['.', '..', '__a__'])('makes one document for the id %s', async (id) => {
    const { mail, received } = open();
    await mail.send({ ...message, id });
    await mail.send({ ...message, id });
    expect(await received()).toHaveLength(1);
  });

  test('makes two documents without an id', async () => {
    const { mail, received } = open();
    const { id: _, ...unnamed } = message;
    await mail.send(unnamed);
    await mail.send(unnamed);
    expect(await received()).toHaveLength(2);
  });
});
