/** A room with any number of tasks, files, pages and alerts, which opens on request; documents of these lists are counted from then on. */
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import type { Alert } from '#domain/alert/schema.ts';
import type { Attachment } from '#domain/attachment/schema.ts';
import type { Task } from '#domain/task/schema.ts';
import { toDocument } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import type { Backend } from '#ports/backend.ts';
import type { Write } from '#ports/docs/docs.ts';
import { query } from '#ports/docs/query.ts';
import { RoomScreen } from '#src/features/incidents/room-screen.tsx';
import { countReads, type Reads } from './count-reads.ts';
import { arrive, declare } from './incident.ts';
import { writeAlerts } from './many-alerts.ts';
import { teamId } from './small-team.ts';
import { type AppStage, stage } from './stage.tsx';

export interface RoomCounts {
  readonly openTasks?: number;
  readonly doneTasks?: number;
  readonly files?: number;
  readonly pages?: number;
  readonly alerts?: number;
}

export interface BusyRoom {
  readonly app: AppStage;
  readonly incidentId: string;
  /** Number of documents of tasks, files, pages and alerts that were read. */
  read(): number;
  /** Writes as another person's browser would: with an entry of the timeline. */
  writeTask(name: string, changes: Partial<Task>): Promise<void>;
}

function LaterRoom() {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? <RoomScreen number={1} /> : <button onClick={() => setOpen(true)}>Open the room</button>;
}

const placeOf = (index: number) => String(index).padStart(4, '0');

/**
 * As Lin, who is no owner. Tasks are “Open 0000”, “Done 0000” …, files `log-0000.txt` …, pages “Page 0000” …, the oldest first; alerts are
 * those of `writeAlerts`, from the first. `alertAt`: what an alert has beside its incident.
 */
export async function busyRoom(
  counts: RoomCounts,
  alertAt: (index: number, now: number) => Partial<Alert> = () => ({}),
): Promise<BusyRoom> {
  let count: Reads = { documents: 0 };
  const app = await stage({
    as: 'Lin',
    screen: <LaterRoom />,
    backend: (client) => {
      const counted = countReads(client.docs, ({ collection }) =>
        /\/(tasks|attachments|pages|alerts)$/.test(collection),
      );
      ({ count } = counted);
      return Object.create(client, { docs: { value: counted.docs } }) as Backend;
    },
  });
  const { incidentId } = await declare(app, app, {
    page: counts.pages === undefined ? [] : [{ kind: 'people', userIds: ['ada'] }],
  });
  // In the past: what is added later is newer.
  const now = app.server.clock.now() - 1_000_000;
  const common = { teamId, incidentId, createdBy: 'lin', revision: 1 };
  const task = (name: string, index: number, changes: Partial<Task> = {}): Write => {
    const id = name.toLowerCase().replace(' ', '-');
    const value = { ...common, id, createdAt: now + index, text: name, assignee: null, done: false };
    return {
      type: 'set',
      path: documentPaths.task(teamId, incidentId, id),
      data: toDocument({ ...value, doneAt: null, doneBy: null, ...changes }),
    };
  };
  const file = (index: number): Write => {
    const id = `file-${placeOf(index)}`;
    const value: Attachment = {
      ...{ ...common, id, createdAt: now + index, name: `log-${placeOf(index)}.txt` },
      ...{ type: 'text/plain', size: 10, path: `teams/${teamId}/incidents/${incidentId}/${id}/log.txt` },
    };
    return {
      type: 'set',
      path: documentPaths.attachment(teamId, incidentId, id),
      data: toDocument(value),
    };
  };
  const [page] = await app.server.docs.find(query(collectionPaths.pages(teamId)));
  const pageAt = (index: number): Write => ({
    type: 'set',
    path: documentPaths.page(teamId, `page-${placeOf(index)}`),
    data: {
      ...page?.data,
      id: `page-${placeOf(index)}`,
      summary: `Page ${placeOf(index)}`,
      status: 'cancelled',
      ...timesOf(now + index),
    },
  });
  const timesOf = (at: number) => toDocument({ createdAt: at, endedAt: at, nextAt: null });
  const of = (many: number | undefined, write: (index: number) => Write) =>
    Array.from({ length: many ?? 0 }, (_, index) => write(index));
  const done = (index: number) => ({ done: true, doneAt: now + index, doneBy: 'lin' });
  await write(app, [
    ...of(counts.openTasks, (index) => task(`Open ${placeOf(index)}`, index)),
    ...of(counts.doneTasks, (index) => task(`Done ${placeOf(index)}`, index, done(index))),
    ...of(counts.files, file),
    ...of(counts.pages, pageAt),
  ]);
  const began = app.server.clock.now();
  await writeAlerts(app.server, [0, counts.alerts ?? 0], (index) => ({
    ...alertAt(index, began),
    incidentId,
  }));
  count.documents = 0;
  await app.user.click(screen.getByRole('button', { name: 'Open the room' }));
  await arrive(app);
  let changes = 0;
  return {
    app,
    incidentId,
    read: () => count.documents,
    async writeTask(name, changed) {
      changes += 1;
      const id = `change-${changes}`;
      const at = app.server.clock.now() + 100_000 + changes;
      const entry = { ...common, id, createdAt: at, sequence: changes, kind: 'task', taskId: name };
      await act(() =>
        app.server.docs.batch([
          task(name, Number(name.split(' ')[1]), changed),
          {
            type: 'set',
            path: documentPaths.timelineEvent(teamId, incidentId, id),
            data: toDocument({ ...entry, change: 'done', text: name, assignee: null }),
          },
        ]),
      );
      await arrive(app);
    },
  };
}

async function write({ server }: AppStage, writes: readonly Write[]): Promise<void> {
  for (let start = 0; start < writes.length; start += 400)
    await server.docs.batch(writes.slice(start, start + 400));
}
