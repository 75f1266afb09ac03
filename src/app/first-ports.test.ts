import { expect, test } from 'vitest';
import { authToken } from '#ports/auth/auth.ts';
import { configToken } from '#ports/config/config.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { connect } from '#fakes/client/client.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { workersToken } from '#ports/workers/workers.ts';
import { firstPorts } from './first-ports.ts';

function opened() {
  const cloud = new FakeCloud();
  const backend = connect(cloud);
  const end = async () => {
    await backend.dispose();
    cloud.dispose();
  };
  return { backend, end };
}

test('sign-in has auth and settings at once, and the other ports once complete', async () => {
  const { backend, end } = opened();
  let fetched = 0;
  const { ports, complete, isComplete } = firstPorts({
    first: backend,
    complete: async () => {
      fetched++;
      return backend;
    },
  });
  expect(ports.resolve(authToken)).toBe(backend.auth);
  expect(ports.resolve(configToken)).toBe(backend.config);
  expect(() => ports.resolve(docsToken)).toThrow(/docs.* before the app is complete/);
  expect(complete()).toBe(complete());
  expect(isComplete()).toBe(false);
  await complete();
  expect(isComplete()).toBe(true);
  expect(fetched).toBe(1);
  expect(ports.resolve(docsToken)).toBe(backend.docs);
  expect(ports.resolve(authToken)).toBe(backend.auth);
  await end();
});

test('a failed load of scripts is reported and not repeated', async () => {
  const { backend, end } = opened();
  const { ports, complete } = firstPorts({
    first: backend,
    complete: () => Promise.reject(new TypeError('error loading dynamically imported module')),
  });
  await expect(complete()).rejects.toThrow(/dynamically imported module/);
  expect(complete()).toBe(complete());
  expect(() => ports.resolve(docsToken)).toThrow(/before the app is complete/);
  await end();
});

test('a service of later screens is fetched by its first reader, and every port stays the same', async () => {
  const { backend, end } = opened();
  const { ports, isComplete } = firstPorts({ first: backend, complete: async () => backend });
  const workers = ports.later(workersToken);
  expect(ports.later(workersToken)).toBe(workers);
  expect(workers).toBeInstanceOf(Promise);
  // Node has no web workers.
  expect(await workers).toBe(null);
  expect(ports.later(workersToken)).toBe(null);
  expect(isComplete()).toBe(true);
  expect(ports.resolve(authToken)).toBe(backend.auth);
  expect(ports.resolve(docsToken)).toBe(backend.docs);
  await end();
});

test('a service whose script could not be fetched is fetched again by the next reader', async () => {
  const { backend, end } = opened();
  const { ports } = firstPorts({
    first: backend,
    complete: () => Promise.reject(new TypeError('error loading dynamically imported module')),
  });
  const first = ports.later(workersToken);
  await expect(first).rejects.toThrow(/dynamically imported module/);
  const second = ports.later(workersToken);
  expect(second).not.toBe(first);
  await expect(second).rejects.toThrow(/dynamically imported module/);
  await end();
});
