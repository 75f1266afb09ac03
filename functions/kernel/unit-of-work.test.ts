import { expect, test } from 'vitest';
import { incidentSchema } from '#domain/incident/schema.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { transact } from './unit-of-work.ts';

test('a transaction that waited for another one has the later time', async () => {
  const cloud = new FakeCloud();
  let now = cloud.clock.now();
  const server: ServerPorts = {
    ...cloud.server,
    clock: { now: () => now },
    docs: {
      ...cloud.server.docs,
      transaction: (run) =>
        cloud.server.docs.transaction((own) => {
          // The document is held by another transaction for half a second.
          const get: typeof own.get = (path) => {
            now += 500;
            return own.get(path);
          };
          return run({ ...own, get });
        }),
    },
  };
  const asked = now;
  const [first, later] = await transact(server, async (work) => {
    await work.get(incidentSchema, 'teams/t/incidents/i');
    const at = work.now;
    await work.get(incidentSchema, 'teams/t/incidents/j');
    return [at, work.now] as const;
  });
  expect([first, later]).toEqual([asked + 500, asked + 500]);
});
