/** The embedded cloud's inbox. */
import { connect } from '#fakes/client/client.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { expect, onTestFinished, test } from 'vitest';
import { mailContract } from './mail.contract.ts';

async function open() {
  const cloud = new FakeCloud({ origin: 'https://muster.example' });
  const client = connect(cloud);
  onTestFinished(async () => {
    await client.dispose();
    cloud.dispose();
  });
  const { mail } = cloud.server;
  if (mail === null) throw new Error('This cloud has no mail.');
  return {
    mail,
    received: async () =>
      (await client.control.inbox())
        .toReversed()
        .map(({ to, subject, body }) => ({ to, subject, text: body, html: null, headers: {} })),
  };
}

mailContract('the inbox', open, { showsHeaders: false });

test('a cloud without mail has a null server.mail', () => {
  const cloud = new FakeCloud({ mail: null });
  onTestFinished(() => cloud.dispose());
  expect(cloud.server.mail).toBeNull();
});
