import { expect, test } from 'vitest';
import { Accounts, blankAccount } from './accounts.ts';
import { Sessions } from './sessions.ts';
import { encodeToken } from './tokens.ts';

function stage() {
  let now = Date.UTC(2026, 0, 5);
  let ids = 0;
  const accounts = new Accounts();
  const sessions = new Sessions(
    accounts,
    () => now,
    () => `id-${ids++}`,
  );
  accounts.put({ ...blankAccount('ada', now), claims: { role: 'lead' } });
  const session = sessions.begin('ada', {
    provider: 'password',
    secondFactor: null,
    claims: { device: 'x' },
  });
  return { accounts, sessions, session, pass: (ms: number) => void (now += ms) };
}

test('a token stands for its person for an hour', () => {
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

test('a token stands for nobody once its session or account is gone, or for a text that is none', () => {
  const { accounts, sessions, session } = stage();
  const token = sessions.token(session);
  for (const forged of ['', 'a.b.c', 'nonsense', encodeToken({ sub: 'ada', sid: 'other', exp: 9e9 })])
    expect(sessions.verify(forged)).toBeNull();
  expect(sessions.verify(encodeToken({ sub: 'ben', sid: session.id, exp: 9e9 }))).toBeNull();
  sessions.endAll('ada', session.id);
  expect(sessions.verify(token)?.uid).toBe('ada');
  accounts.put({ ...blankAccount('ada', 0), disabled: true });
  expect(sessions.verify(token)).toBeNull();
  accounts.put(blankAccount('ada', 0));
  sessions.endAll('ada');
  expect(sessions.verify(token)).toBeNull();
  expect(sessions.all()).toEqual([]);
});
