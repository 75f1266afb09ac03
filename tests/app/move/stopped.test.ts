/** Moves that are stopped at any point and go on; sources that change, and targets that hold something else. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { openFolder } from '#adapters/embedded-node/folder.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { isPortError, PortError } from '#ports/errors.ts';
import type { MoveShelf, MoveShelves, MoveTarget } from '#provider-kit/move/move-backend.ts';
import type { MovePart } from '#provider-kit/move/moved-records.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { type StateFile, stateFile } from '#src/app/move/state-file.ts';
import { withPostgres } from '#tests/contracts/postgres/provider.ts';
import {
  keptInDesk,
  type MovableEnd,
  moveBetween,
  newDesk,
  newHost,
  newPlace,
  newSavedCloud,
} from './ends.ts';
import { filledCloud } from './filled-cloud.ts';

withPostgres();

const killed = () => new PortError('cancelled', 'The process was killed.');

/** Lets so many changes pass, then kills the process: before the next one, or just after it. */
class Killer {
  /** Whether the move had ended before. */
  isOver = false;
  private left: number;
  private readonly isAfter: boolean;

  constructor(left: number, isAfter: boolean) {
    this.left = left;
    this.isAfter = isAfter;
  }

  async pass<T>(change: () => Promise<T>): Promise<T> {
    const isLast = this.left-- <= 0;
    if (isLast && !this.isAfter) throw killed();
    const result = await change();
    if (isLast) throw killed();
    return result;
  }

  shelf<R>(shelf: MoveShelf<R>): MoveShelf<R> {
    return {
      page: (after) => shelf.page(after),
      get: (keys) => shelf.get(keys),
      write: (records, contentOf) => this.pass(() => shelf.write(records, contentOf)),
    };
  }

  target(target: MoveTarget): MoveTarget {
    const of = <P extends MovePart>(part: P): MoveShelves[P] => target.shelves[part];
    return {
      ...target,
      shelves: {
        settings: this.shelf(of('settings')),
        conditions: this.shelf(of('conditions')),
        accounts: this.shelf(of('accounts')),
        documents: this.shelf(of('documents')),
        files: this.shelf(of('files')),
        values: this.shelf(of('values')),
        tasks: this.shelf(of('tasks')),
      },
      setMark: (id) => this.pass(() => target.setMark(id)),
      finish: () => this.pass(() => target.finish()),
    };
  }

  state(state: StateFile): StateFile {
    return {
      file: state.file,
      read: () => state.read(),
      write: (standing) => this.pass(() => state.write(standing)),
      remove: () =>
        this.pass(async () => {
          await state.remove();
          this.isOver = true;
        }),
    };
  }
}

async function groupsOf(from: MovableEnd, to: MovableEnd, seed: string): Promise<number> {
  const random = seededRandom(seed);
  const file = path.join(await newPlace(), 'state.json');
  for (let tries = 0; ; tries++) {
    expect(tries).toBeLessThan(100);
    const killer = new Killer(random.integer(9), random.next() < 0.5);
    try {
      const target = killer.target(await to.target());
      const comparison = await moveBetween(from, to, { target, state: killer.state(stateFile(file)) });
      expect(comparison?.differences ?? []).toEqual([]);
      return tries;
    } catch (error) {
      if (!isPortError(error, 'cancelled')) throw error;
      if (killer.isOver) return tries;
    }
  }
}

/** A second comparison, of a target that is whole. */
async function expectEqual(from: MovableEnd, to: MovableEnd): Promise<void> {
  const again = await newDesk();
  const direct = await newDesk();
  const [one, two] = [await moveBetween(from, direct), await moveBetween(to, again)];
  expect(two?.groups).toEqual(one?.groups);
}

test.each(Array.from({ length: 3 }, (_, at) => `stop ${at}`))(
  'a move from a desk to a host is complete although it is killed repeatedly (seed %s)',
  async (seed) => {
    const desk = await keptInDesk(await filledCloud({ documents: 1100 }));
    const host = await newHost();
    expect(await groupsOf(desk, host, seed)).toBeGreaterThan(0);
    await expectEqual(desk, host);
    const back = await newDesk();
    await groupsOf(host, back, `${seed} back`);
    await expectEqual(host, back);
  },
);

test('a source changed during the move is detected, and the first differences are named', async () => {
  const desk = await keptInDesk(await filledCloud());
  const host = await newHost();
  const file = path.join(await newPlace(), 'state.json');
  const killer = new Killer(15, true);
  const target = killer.target(await host.target());
  await moveBetween(desk, host, { target, state: killer.state(stateFile(file)) }).catch(() => {});
  // The desk is started again.
  const folder = openFolder(desk.folder);
  const cloud = new FakeCloud({ clock: new ManualClock() });
  cloud.keepWith(
    (group) => folder.write(group, 0),
    folder.found.state === 'kept' ? folder.found.cloud : null,
  );
  await cloud.server.docs.batch([
    { type: 'set', path: 'rows/3', data: { at: 'changed' } },
    { type: 'delete', path: 'rows/4' },
    { type: 'set', path: 'rows/1-new', data: {} },
  ]);
  await cloud.close();
  folder.close();
  const comparison = await moveBetween(desk, host, { file });
  expect(comparison?.differences).toEqual([
    'documents: rows/1-new is missing at the target.',
    'documents: rows/3 is another one at the target.',
    'documents: rows/4 is at the target alone.',
  ]);
  // The move stays incomplete, until an operator accepts it as it is.
  await expect(moveBetween(desk, host)).rejects.toThrow(/holds a part of another move/u);
  const taken = await moveBetween(desk, host, { file, acceptDifferences: true });
  expect(taken?.differences).toHaveLength(3);
  await expect(moveBetween(desk, host)).rejects.toThrow(/is not empty/u);
});

test.each<readonly [string, () => Promise<MovableEnd>]>([
  ['a host', newHost],
  ['a desk', newDesk],
])('%s with other data is not overwritten', async (_, make) => {
  const desk = await keptInDesk(await filledCloud());
  const other = await keptInDesk(await filledCloud({ documents: 3 }));
  const to = await make();
  await moveBetween(other, to);
  await expect(moveBetween(desk, to)).rejects.toMatchObject({
    code: 'failed-precondition',
    message: expect.stringMatching(/is not empty. Nothing is written over: name a new one/u),
  });
  const again = await moveBetween(to, await newDesk());
  expect(again?.groups.get('rows')).toBe(3);
});

test('a saved cloud is not overwritten', async () => {
  const desk = await keptInDesk(await filledCloud());
  const to = await newSavedCloud();
  await moveBetween(desk, to);
  await expect(moveBetween(desk, to)).rejects.toMatchObject({ code: 'already-exists' });
});

test('the state file of another move is rejected', async () => {
  const desk = await keptInDesk(await filledCloud());
  const file = path.join(await newPlace(), 'state.json');
  const [one, two] = [await newHost(), await newHost()];
  const killer = new Killer(3, true);
  const target = killer.target(await one.target());
  await moveBetween(desk, one, { target, file }).catch(() => {});
  await expect(moveBetween(desk, two, { file })).rejects.toThrow(/is of another move, from the desk in/u);
});

test('a running host can be neither source nor target of a move', async () => {
  const desk = await keptInDesk(await filledCloud());
  const host = await newHost(async () => {});
  const server = await host.open();
  await server.rows('SELECT 1');
  await expect(moveBetween(desk, host)).rejects.toThrow(/A server is at work in the host/u);
  await expect(moveBetween(host, desk)).rejects.toMatchObject({ code: 'failed-precondition' });
  await server.close();
  expect((await moveBetween(desk, host))?.differences).toEqual([]);
});

test('a desk in use can be neither source nor target, and a folder without a desk no source', async () => {
  const desk = await keptInDesk(await filledCloud());
  const held = openFolder(desk.folder);
  const host = await newHost();
  await expect(moveBetween(desk, host)).rejects.toThrow(/in use by another process/u);
  await expect(host.source().then((source) => source.close())).resolves.toBeUndefined();
  held.close();
  await expect(moveBetween(await newDesk(), host)).rejects.toThrow(/holds no desk/u);
});
