/** Mail of a server for a team: outcomes of sign-in mail and of security notices. */
import { expect, onTestFinished, test } from 'vitest';
import { mailerOf } from '#src/app/mailer.ts';
import { startSmtpReceiver } from './smtp-receiver.fixture.ts';

const notice = { id: 'notice1', to: 'ada@example.com', subject: 'Changed', text: 'Changed.' };

async function open() {
  const receiver = await startSmtpReceiver();
  let isUp = true;
  const stop = async () => {
    if (isUp) await receiver.stop();
    isUp = false;
  };
  onTestFinished(stop);
  const unsent: string[] = [];
  const mailer = mailerOf({
    ...{ smtp: receiver.url, from: 'muster@example.com', origin: 'https://muster.example' },
    onUnsent: (reason) => void unsent.push(reason),
  });
  return { mailer, unsent, stop, received: receiver.received };
}

test('a security notice has the Message-ID of its record', async () => {
  const { mailer, received } = await open();
  await mailer.deliver(notice);
  expect(received[0]?.headers['message-id']).toBe('<notice1@example.com>');
});

test('a security notice rejects while the mail server is unreachable, and a sign-in mail is logged with its reason', async () => {
  const { mailer, unsent, stop } = await open();
  await stop();
  await expect(mailer.deliver(notice)).rejects.toMatchObject({ code: 'unavailable' });
  expect(unsent).toEqual([]);
  await mailer.send(notice);
  expect(unsent).toHaveLength(1);
  expect(unsent[0]).not.toContain('ada@example.com');
  expect(mailer.works()).toBe(false);
});
