import { expect, test } from 'vitest';
import { authToken } from '#ports/auth/auth.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { portToken } from '#ports/token.ts';
import { connect } from '#fakes/client/client.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { compose } from './composition.ts';

test('gives each port of the backend by its token', async () => {
  const cloud = new FakeCloud();
  const backend = connect(cloud);
  const ports = compose(backend);
  expect(ports.resolve(authToken)).toBe(backend.auth);
  expect(ports.resolve(docsToken)).toBe(backend.docs);
  expect(ports.control).toBe(backend.control);
  await backend.dispose();
  cloud.dispose();
});

test('two compositions share nothing', async () => {
  const cloud = new FakeCloud();
  const [one, other] = [connect(cloud), connect(cloud)];
  expect(compose(one).resolve(authToken)).not.toBe(compose(other).resolve(authToken));
  await Promise.all([one.dispose(), other.dispose()]);
  cloud.dispose();
});

test('says so when nothing is bound to a token', async () => {
  const cloud = new FakeCloud();
  const backend = connect(cloud);
  expect(() => compose(backend).resolve(portToken('nothing'))).toThrow(/nothing/);
  await backend.dispose();
  cloud.dispose();
});
