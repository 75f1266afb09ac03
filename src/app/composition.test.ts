import { expect, test } from 'vitest';
import { authToken } from '#ports/auth/auth.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { portToken } from '#ports/token.ts';
import { connect } from '#fakes/client/client.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { workersToken } from '#ports/workers/workers.ts';
import { compose, rebinding } from './composition.ts';
import { portTable } from '#react/port-table.ts';

test('a composition gives each port of the backend by its token', async () => {
  const cloud = new FakeCloud();
  const backend = connect(cloud);
  const ports = compose(backend);
  expect(ports.resolve(authToken)).toBe(backend.auth);
  expect(ports.resolve(docsToken)).toBe(backend.docs);
  expect(ports.control).toBe(backend.control);
  await backend.dispose();
  cloud.dispose();
});

test('a composition gives the same ports as the table of the first screen', async () => {
  const cloud = new FakeCloud();
  const backend = connect(cloud);
  const ports = compose(backend);
  const table = [...portTable(backend)];
  expect(table).toHaveLength(8);
  for (const [token, read] of table) expect(ports.resolve(token)).toBe(read());
  await backend.dispose();
  cloud.dispose();
});

test('a service of later screens is created once, and can be replaced by a test', async () => {
  const cloud = new FakeCloud();
  const backend = connect(cloud);
  const ports = compose(backend);
  expect(ports.later(workersToken)).toBe(ports.resolve(workersToken));
  const workers = { run: () => Promise.reject(new Error('Not here.')) };
  expect(compose(backend, rebinding(workersToken, workers)).later(workersToken)).toBe(workers);
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

test('a token without a binding is an error', async () => {
  const cloud = new FakeCloud();
  const backend = connect(cloud);
  expect(() => compose(backend).resolve(portToken('nothing'))).toThrow(/nothing/);
  await backend.dispose();
  cloud.dispose();
});
