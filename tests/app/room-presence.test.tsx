/** A room full of people: what their beats cost on screen. */
import { act, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { expect, test } from 'vitest';
import { realtimePaths } from '#api/paths.ts';
import { RoomScreen } from '#src/features/incidents/room-screen.tsx';
import { arrive, declare } from './incident.ts';
import { teamId } from './small-team.ts';
import { type AppStage, stage } from './stage.tsx';

const people = Array.from({ length: 50 }, (_, at) => `guest${at}`);

/** Beats of people, one after the other, as their browsers send them. */
async function beat(app: AppStage, incidentId: string, people: readonly string[], doing = 'looking') {
  for (const userId of people)
    await act(() =>
      app.server.realtime.update({
        [realtimePaths.presence(teamId, incidentId, userId, 0)]: {
          userId,
          connectionId: userId,
          doing,
          seenAt: app.cloud.clock.now(),
        },
      }),
    );
  await app.settle();
}

const rows = () => document.querySelectorAll('li:has([data-doing])');

test('heartbeats of 50 participants render nothing, and one typing participant renders one row', async () => {
  let commits = 0;
  const app = await stage({
    as: 'Sam',
    screen: (
      <Profiler id="room" onRender={() => commits++}>
        <RoomScreen number={1} />
      </Profiler>
    ),
  });
  const { incidentId } = await declare(app, await app.person('Lin'));
  await arrive(app);
  await beat(app, incidentId, people);
  expect(rows().length).toBeGreaterThan(people.length);

  await app.advance(1000);
  commits = 0;
  await beat(app, incidentId, people);
  expect(commits).toBe(0);

  const changed = new Set<Element | null>();
  const observer = new MutationObserver((records) => {
    for (const { target } of records)
      changed.add((target instanceof Element ? target : target.parentElement)?.closest('li') ?? null);
  });
  const list = rows()[0]?.parentElement;
  if (!list) throw new Error('Nobody is listed.');
  observer.observe(list, { subtree: true, childList: true, characterData: true, attributes: true });
  await beat(app, incidentId, ['guest7'], 'typing');
  observer.disconnect();
  expect(screen.getAllByText('Typing')).toHaveLength(1);
  expect(changed.size).toBe(1);
});
