/** Links for a new password on a host: stored with their code, and sent until the mail server takes them. */
import { expect, test } from 'vitest';
import type { SecurityNotice } from '#adapters/postgres/auth/security-notices.ts';
import { PortError } from '#ports/errors.ts';
import { callOf, oneServer } from './auth-sessions.fixture.ts';
import { withPostgres } from './provider.ts';

withPostgres();

const minute = 60_000;
const ada = { email: 'ada@example.com', password: 'correct horse' };

test('a password reset mail is sent again after a failure of the mail server, with the address it was requested from', async () => {
  let failures = 1;
  const sent: SecurityNotice[] = [];
  const { server, clock } = await oneServer({
    async sendNotice(mail) {
      if (failures-- > 0) throw new PortError('unavailable', 'Later.');
      sent.push(mail);
    },
  });
  server.auth.start(async () => {});
  await server.auth.users.create(ada);
  const call = callOf(server, null);
  const asked = { email: ada.email, continueUrl: 'http://localhost/incidents/7', language: null };
  await call('sendPasswordReset', asked);
  await call('sendPasswordReset', { ...asked, email: 'nobody@example.com' });
  await server.auth.rest();
  expect(sent).toEqual([]);
  await clock.advance(minute);
  await server.auth.rest();
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([[ada.email, 'Reset your password']]);
  const link = new URL(sent[0]?.link ?? '');
  expect(link.searchParams.get('continueUrl')).toBe(asked.continueUrl);
  const code = link.searchParams.get('oobCode');
  expect(await call('checkActionCode', { code })).toMatchObject({ operation: 'reset-password' });
  expect(server.reported).toEqual([]);
});
