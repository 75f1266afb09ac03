/** A room with any number of comments, for tests of its timeline. */
import { act } from '@testing-library/react';
import { documentPaths } from '#api/paths.ts';
import type { Write } from '#ports/docs/docs.ts';
import { Timestamp } from '#ports/docs/values.ts';
import { RoomScreen } from '#src/features/incidents/room-screen.tsx';
import { arrive, declare } from './incident.ts';
import { teamId } from './small-team.ts';
import { type AppStage, stage } from './stage.tsx';

export const idOf = (index: number) => `c${String(index).padStart(4, '0')}`;

const entry = (incidentId: string, index: number, at: number, author: string): Write => ({
  type: 'set',
  path: documentPaths.timelineEvent(teamId, incidentId, idOf(index)),
  data: {
    id: idOf(index),
    teamId,
    incidentId,
    createdBy: author,
    createdAt: Timestamp.fromMillis(at + index),
    revision: 1,
    sequence: index,
    kind: 'comment',
    body: `Entry ${index}: see https://status.example/${index}`,
  },
});

const eitherAuthor = (index: number) => (index % 2 === 0 ? 'lin' : 'sam');

export interface LongRoom {
  readonly app: AppStage;
  readonly incidentId: string;
  /** Adds comments, by their place from 0. Author by default Lin and Sam in turn. */
  write(from: number, to: number, author?: string): Promise<void>;
}

/** A room with its declaration and so many comments, as Lin. `path`: the whole app at this address instead of the room alone. */
export async function longRoom(size: number, path?: string): Promise<LongRoom> {
  const app = await stage(
    path === undefined ? { as: 'Lin', screen: <RoomScreen number={1} /> } : { as: 'Lin', path },
  );
  const { incidentId } = await declare(app, app);
  const at = app.server.clock.now();
  const write: LongRoom['write'] = async (from, to, author) => {
    await act(() =>
      app.server.docs.batch(
        Array.from({ length: to - from }, (_, index) =>
          entry(incidentId, from + index, at, author ?? eitherAuthor(from + index)),
        ),
      ),
    );
    await arrive(app);
  };
  if (size > 0) await write(0, size);
  return { app, incidentId, write };
}

/** Entries in the document. */
export const entryItems = () => [...document.querySelectorAll<HTMLElement>('[id^="entry-"]')];
/** Their ids. */
export const shownEntries = () => entryItems().map(({ id }) => id.replace('entry-', ''));
/** Ids of comments, by their places from 0. */
export const entryIds = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => idOf(from + index));
