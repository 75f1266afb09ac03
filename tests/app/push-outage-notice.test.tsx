import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { hour } from '#domain/constants.ts';
import { toDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { teamId, type PersonName } from './small-team.ts';
import { stage } from './stage.tsx';

const path = documentPaths.pushOutages(teamId, teamId);
const note = (server: ServerPorts, outages: readonly object[]) => {
  const now = server.clock.now();
  const data = { id: teamId, teamId, createdAt: now, createdBy: 'system', revision: 1, outages };
  return server.docs.batch([{ type: 'set', path, data: toDocument(data) }]);
};
const outage = (at: number) => ({
  ...{ host: 'push.example', sinceAt: at, lastFailedAt: at },
  userIds: ['sam', 'ada'],
});
const banner = () =>
  screen.queryByText(/^The push service push\.example can’t be reached\. First failure: /u);

async function opened(as: PersonName) {
  const s = await stage({ as });
  await note(s.server, [outage(s.cloud.clock.now())]);
  await s.settle();
  await s.advance(1_000);
  return s;
}

it('an admin sees which push service is unreachable, for how many people and what to do, until a push succeeds', async () => {
  const s = await opened('Lin');
  expect(banner()).toHaveTextContent(
    /Pushes to 2 people fail, .*Let the server of this Muster connect to it, then send a drill\./u,
  );
  await note(s.server, []);
  await s.settle();
  expect(banner()).toBeNull();
});

it('a banner about a push service disappears a day after the last failure', async () => {
  const s = await opened('Lin');
  await s.jump(23 * hour);
  expect(banner()).toBeVisible();
  await s.jump(hour);
  expect(banner()).toBeNull();
});

it('a responder sees no banner', async () => {
  await opened('Sam');
  expect(banner()).toBeNull();
});
