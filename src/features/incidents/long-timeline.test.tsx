import { act, Profiler } from 'react';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Write } from '#ports/docs/docs.ts';
import { Timestamp } from '#ports/docs/values.ts';
import { arrive, declare } from '#tests/app/incident.ts';
import { teamId } from '#tests/app/small-team.ts';
import { stage } from '#tests/app/stage.tsx';
import { RoomScreen } from './room-screen.tsx';

const entry = (incidentId: string, index: number, at: number): Write => ({
  type: 'set',
  path: `teams/${teamId}/incidents/${incidentId}/timeline/c${index}`,
  data: {
    id: `c${index}`,
    teamId,
    incidentId,
    createdBy: index % 2 === 0 ? 'lin' : 'sam',
    createdAt: Timestamp.fromMillis(at + index * 1000),
    revision: 1,
    sequence: index,
    kind: 'comment',
    body: `Entry ${index}: see https://status.example/${index}`,
  },
});

test('500 entries: a keystroke renders the composer alone, and a new entry renders itself alone', async () => {
  const commits: { readonly id: string; readonly ms: number }[] = [];
  const app = await stage({
    as: 'Lin',
    screen: (
      <Profiler id="room" onRender={(id, _phase, ms) => commits.push({ id, ms })}>
        <RoomScreen number={1} />
      </Profiler>
    ),
  });
  const { incidentId } = await declare(app, app);
  const now = app.server.clock.now();
  const write = (from: number, to: number) =>
    act(() =>
      app.server.docs.batch(
        Array.from({ length: to - from }, (_, index) => entry(incidentId, from + index, now)),
      ),
    );
  await write(0, 500);
  await arrive(app);
  const items = () => document.querySelectorAll<HTMLElement>('[id^="entry-"]');
  expect(items()).toHaveLength(501);

  // React marks what it renders: an entry that is rendered again gets new props on its element.
  const propsOf = (element: Element) =>
    Object.entries(element).find(([key]) => key.startsWith('__reactProps'))?.[1] as unknown;
  const before = [...items()].map(propsOf);
  const composer = screen.getByRole('textbox', { name: 'Comment' });
  await app.user.click(composer);
  commits.length = 0;
  await app.user.keyboard('typing');
  expect([...items()].map(propsOf)).toEqual(before);
  expect([...items()].every((element, index) => propsOf(element) === before[index])).toBe(true);

  await write(500, 501);
  await arrive(app);
  expect(items()).toHaveLength(502);
  expect(
    [...items()].slice(0, 501).filter((element, index) => propsOf(element) !== before[index]),
  ).toHaveLength(0);
});
