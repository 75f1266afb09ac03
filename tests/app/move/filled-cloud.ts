/** A cloud with everything that a move takes along, odd values among it. */
import { connect } from '#fakes/client/client.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { DocRef, GeoPoint, Timestamp, Vector, type DocData } from '#ports/docs/values.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';

export const oddDocs: Readonly<Record<string, DocData>> = {
  'odd/numbers': {
    nan: Number.NaN,
    zero: -0,
    many: Infinity,
    few: -Infinity,
    tiny: 5e-324,
    safe: 2 ** 53 - 1,
  },
  'odd/texts': { text: '\u0000 “quoted” \ud800', $muster: 'time', $text: 'number', ['__proto']: 1 },
  'odd/times': {
    first: new Timestamp(-62_135_596_800, 0),
    micros: new Timestamp(1_700_000_000, 123_456_000),
    last: new Timestamp(253_402_300_799, 999_999_000),
  },
  'odd/classes': {
    bytes: new Uint8Array([0, 255, 128]),
    nothing: new Uint8Array(),
    place: new GeoPoint(-90, 180),
    other: new DocRef('teams/a/members/b'),
    vector: new Vector([1, Number.NaN, -0]),
  },
  'odd/nested': { a: { b: { c: [{ d: null, e: [] }, {}] } }, ' ': { 'with.dot': 1, 'with/slash': true } },
  'odd/empty': {},
  'odd/10': { at: 10 },
  'odd/9': { at: 9 },
  'odd/ünïcode 🚒': { at: 1 },
  'lonely/no-parent/below/doc': { has: 'no parent' },
};

const day = 24 * 3_600_000;

export interface FilledOptions {
  /** Small documents beside the odd ones. */
  readonly documents?: number;
}

export async function filledCloud({ documents = 30 }: FilledOptions = {}): Promise<FakeCloud> {
  const cloud = new FakeCloud({
    clock: new ManualClock(),
    config: { paging: 'on', label: '“ä”' },
    functions: { callables: {}, tasks: { note: async () => {}, other: async () => {} } },
  });
  const { docs, users, storage, realtime, tasks } = cloud.server;
  for (const [path, data] of Object.entries(oddDocs)) await docs.batch([{ type: 'set', path, data }]);
  for (let from = 0; from < documents; from += 400)
    await docs.batch(
      Array.from({ length: Math.min(400, documents - from) }, (_, at) => ({
        type: 'set' as const,
        path: `rows/${from + at}`,
        data: { at: from + at, team: { name: 'x'.repeat((from + at) % 50) } },
      })),
    );
  for (const id of ['ada', 'ben', 'cleo'])
    await users.create({
      ...{ uid: id, email: `${id}@example.com`, password: `password of ${id}` },
      ...{ displayName: `${id} ü`, emailVerified: id !== 'cleo' },
    });
  await users.setClaims('ada', { admin: true, teams: ['a'] });
  const { auth } = connect(cloud);
  await auth.guests?.signIn();
  await storage.write('teams/a/notes.txt', new TextEncoder().encode('one\ntwo'), {
    contentType: 'text/plain',
    custom: { by: 'ada' },
  });
  await storage.write('teams/a/none', new Uint8Array());
  await storage.write(
    'teams/a/large.bin',
    new Uint8Array(300_000).map((_, at) => at % 251),
  );
  await realtime.update({
    'access/a/members/ada': 'owner',
    'access/a/members/ben': 'viewer',
    'access/a/rooms/1': true,
    'presence/a/people/ada/ada_0': { human: true, connectionId: 'x' },
    'sessions/ben': 1_700_000_000,
  });
  const now = cloud.clock.now();
  await tasks.enqueue('note', { n: 1 }, { id: 'first', at: now + day });
  await tasks.enqueue('other', ['a', null], { id: 'second', at: now + day });
  await tasks.enqueue('note', 'now', { id: 'run-at-once' });
  await cloud.advance(1);
  return cloud;
}
