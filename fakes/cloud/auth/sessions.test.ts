import { expect, test } from 'vitest';
import { Accounts, blankAccount } from './accounts.ts';
import { AuthSessions } from './sessions.ts';
import { signToken } from './tokens.ts';

function stage() {
  let now = Date.UTC(2026, 0, 5);
  let ids = 0;
  const accounts = new Accounts();
  const sessions = new AuthSessions(
    accounts,
    () => now,
    () => `id-${ids++}`,
    'key',
  );
  accounts.put({ ...blankAccount('ada', now), claims: { role: 'lead' } });
  const { session } = sessions.begin('ada', {
    provider: 'password',
    secondFactor: null,
    claims: { device: 'x' },
  });
  return { accounts, sessions, session, pass: (ms: number) => void (now += ms) };
}

test('a token identifies its user for an hour', () => {
  const { sessions, session, pass } = stage();
  const token = sessions.token(session);
  expect(sessions.verify(token)).toMatchObject({
    uid: 'ada',
    claims: { role: 'lead', device: 'x', sub: 'ada' },
  });
  pass(60 * 60_000 - 1);
  expect(sessions.verify(token)?.uid).toBe('ada');
  pass(1);
  expect(sessions.verify(token)).toBeNull();
  expect(() => sessions.asking(token)).toThrow('Sign in again');
  expect(sessions.verify(sessions.token(session))?.uid).toBe('ada');
});

test('an invalid, changed or foreign token identifies no user', () => {
  const { sessions, session } = stage();
  const token = sessions.token(session);
  const [head = '', , signature = ''] = token.split('.');
  const [, other = ''] = signToken({ sub: 'ben', sid: session.id, exp: 9e9 }, 'other key').split('.');
  for (const forged of ['', 'a.b.c', 'nonsense', `${head}.${other}.${signature}`, token.slice(0, -1)])
    expect(sessions.verify(forged)).toBeNull();
  expect(sessions.verify(signToken({ sub: 'ben', exp: 9e9 }, 'other key'))).toBeNull();
});

test('a token remains valid for other services after its session ended', () => {
  const { accounts, sessions, session } = stage();
  const token = sessions.token(session);
  sessions.endAll('ada', session.id);
  expect(sessions.asking(token).account.uid).toBe('ada');
  accounts.put({ ...blankAccount('ada', 0), disabled: true });
  expect(sessions.verify(token)?.uid).toBe('ada');
  expect(() => sessions.asking(token)).toThrow('disabled');
  accounts.put(blankAccount('ada', 0));
  sessions.endAll('ada');
  expect(sessions.verify(token)?.uid).toBe('ada');
  expect(() => sessions.asking(token)).toThrow('Sign in again');
  expect(sessions.all()).toEqual([]);
});
