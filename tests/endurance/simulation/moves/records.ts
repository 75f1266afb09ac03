/**
 * Documents that become unreadable, as if a newer version had written them. In everyday histories: those from which the server derives how a
 * page reaches its people, and all invariants hold as before. In histories of their own: documents of any kind (`api/paths.ts`).
 */
import { collections } from '#api/paths.ts';
import { serverCollections } from '#api/server-paths.ts';
import { documentSchemas } from '#functions/document-schemas.ts';
import { query } from '#ports/docs/query.ts';
import { collectionGroup } from '#ports/server/collection-group.ts';
import { pick } from '../world/plan.ts';
import type { World } from '../world/world.ts';
import type { MoveKind, Moves } from './kind.ts';

const derived = [
  'pushWindows',
  'ingestRates',
  'apiKeyRates',
  'slackRates',
  'integrationEvents',
  'notificationRules',
  'onCallChecks',
  'secrets',
];

/** Collections that are in no other one. */
const topmost: ReadonlySet<string> = new Set(
  Object.values({ ...collections, ...serverCollections }).flatMap((names) =>
    names.length === 1 ? [names[0]] : [],
  ),
);

/** Unreadable at a time; then the oldest is repaired. */
const mostAtOnce = 8;
/** Records with deadlines, which would be late at once: these stay unreadable. */
const timed = ['pages', 'deliveries'];
const kindOf = (path: string): string => path.split('/').at(-2) ?? '';

const documentsOf = ({ cloud: { server } }: World, kind: string) =>
  server.docs.find(topmost.has(kind) ? query(kind) : collectionGroup(kind));

const becomesUnreadable = (kinds: readonly string[], weight: number): MoveKind => ({
  weight,
  async act(world, _, [die, other, third]) {
    const repairable = world.unreadable.paths.filter((path) => !timed.includes(kindOf(path)));
    const [oldest] = repairable;
    if (oldest !== undefined && repairable.length >= mostAtOnce) {
      await world.unreadable.repair(oldest);
      return `sees ${oldest} become readable again`;
    }
    // The first kind from a random one on of which there is a document.
    const start = die % kinds.length;
    for (const kind of [...kinds.slice(start), ...kinds.slice(0, start)]) {
      const found = (await documentsOf(world, kind)).toSorted((one, next) => (one.path < next.path ? -1 : 1));
      const document = pick(found, other);
      if (!document) continue;
      const field = await world.unreadable.make(document, third);
      return field === null ? null : `sees ${field} of ${document.path} become unreadable`;
    }
    return null;
  },
});

export const recordMoves: Moves = { unreadable: becomesUnreadable(derived, 4) };

export const anyRecordMoves: Moves = { unreadable: becomesUnreadable([...documentSchemas.keys()], 12) };
