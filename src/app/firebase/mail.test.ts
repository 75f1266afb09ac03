import { expect, test } from 'vitest';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { firebaseMail, secretsOf } from './mail.ts';

const { docs } = new FakeCloud().server;
const from = 'muster@example.com';

test.each([
  ['nothing', {}, null],
  ['no sender', { MUSTER_MAIL_BY: 'extension' }, null],
  ['SMTP without its secret', { MUSTER_MAIL_BY: 'smtp', MUSTER_MAIL_FROM: from }, null],
  ['another way', { MUSTER_MAIL_BY: 'pigeon', MUSTER_MAIL_FROM: from }, null],
  ['the extension', { MUSTER_MAIL_BY: 'extension', MUSTER_MAIL_FROM: from }, 'https://harbour.web.app'],
  [
    'SMTP, at an address of its own',
    {
      ...{ MUSTER_MAIL_BY: 'smtp', MUSTER_MAIL_FROM: from, MUSTER_SMTP_URL: 'smtp://mail.example' },
      MUSTER_ORIGIN: 'https://muster.example/',
    },
    'https://muster.example',
  ],
])('the mail options of an environment with %s are read', (_, environment, origin) => {
  expect(firebaseMail(environment, 'harbour')?.(docs).origin ?? null).toBe(origin);
});

test('only SMTP needs a secret', () => {
  expect(secretsOf({ MUSTER_MAIL_BY: 'smtp' })).toEqual(['MUSTER_SMTP_URL']);
  expect(secretsOf({ MUSTER_MAIL_BY: 'extension' })).toEqual([]);
  expect(secretsOf({})).toEqual([]);
});
