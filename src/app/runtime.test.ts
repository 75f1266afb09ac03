import { expect, test } from 'vitest';
import { connect } from '#fakes/client/client.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { realtimeToken } from '#ports/realtime/realtime.ts';
import { compose, rebinding } from './composition.ts';
import { openRuntime, pageStorage } from './runtime.ts';

test('the realtime service is unused until a sign-in, and left at the sign-out', async () => {
  const cloud = new FakeCloud();
  const backend = connect(cloud);
  let following = 0;
  const realtime: typeof backend.realtime = {
    ...backend.realtime,
    watchConnection(next) {
      following++;
      const end = backend.realtime.watchConnection(next);
      return () => {
        following--;
        end();
      };
    },
  };
  const runtime = openRuntime(compose(backend, rebinding(realtimeToken, realtime)), {
    outbox: pageStorage(),
  });
  await settle();
  expect(following).toBe(0);
  await backend.auth.createUser({ email: 'ada@example.com', password: 'correct horse' });
  await settle();
  expect(following).toBe(1);
  runtime.close();
  expect(following).toBe(0);
  expect(backend.openSubscriptions()).toBe(0);
  await backend.dispose();
  cloud.dispose();
});
