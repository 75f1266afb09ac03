import { expect, test } from 'vitest';
import { ResolvedProject } from './project.ts';
import { PortError } from '#ports/errors.ts';
import { KnownPolicy } from './policy.ts';

const policyOf = (minLength: number) => new ResolvedProject({ passwordPolicy: { minLength } }).policy;
const tooWeak = () => Promise.reject(new PortError('auth/password-does-not-meet-requirements', 'no'));

test('the project’s rules are fetched once, and again after a rejected password', async () => {
  let asked = 0;
  const known = new KnownPolicy(() => Promise.resolve(policyOf(10 + asked++)), 6);
  expect((await known.validate('')).minLength).toBe(10);
  expect((await known.validate('')).minLength).toBe(10);
  await expect(known.setting('correct horse', tooWeak)).rejects.toBeInstanceOf(PortError);
  expect((await known.validate('')).minLength).toBe(11);
  expect(asked).toBe(2);
});

test('offline, a password is checked by the default rules, and by the project’s rules later', async () => {
  let online = false;
  const known = new KnownPolicy(
    () =>
      online
        ? Promise.resolve(policyOf(12))
        : Promise.reject(new PortError('auth/network-request-failed', 'no')),
    6,
  );
  expect(await known.validate('horses')).toMatchObject({ ok: true, minLength: 6 });
  online = true;
  expect(await known.validate('horses')).toMatchObject({ ok: false, minLength: 12 });
});

test('other errors are rethrown', async () => {
  const known = new KnownPolicy(() => Promise.reject(new PortError('internal', 'no')), 6);
  await expect(known.validate('horses')).rejects.toMatchObject({ code: 'internal' });
});

test('the stricter of the project’s rules and the client’s setting applies', async () => {
  for (const [project, setting, least] of [
    [8, 6, 8],
    [8, 20, 20],
  ] as const) {
    const known = new KnownPolicy(() => Promise.resolve(policyOf(project)), setting);
    expect((await known.validate('')).minLength).toBe(least);
  }
  const strict = new KnownPolicy(() => Promise.resolve(policyOf(8)), 20);
  await expect(strict.setting('correct horse', () => Promise.resolve())).rejects.toMatchObject({
    code: 'auth/weak-password',
  });
});
