/** Targets of a channel as documents of one collection below a team: what each channel has in common. */
import * as v from 'valibot';
import { limit, query, type Query, where } from '#ports/docs/query.ts';
import type { DocumentReads } from '../kernel/documents.ts';
import type { NotificationChannel, ReachedWay } from './channel.ts';

interface StoredTargets<S extends v.GenericSchema> {
  readonly schema: S;
  readonly path: (teamId: string, target: string) => string;
  /** Null: nothing reaches anybody by it. */
  readonly wayOf: (target: v.InferOutput<S>) => ReachedWay | null;
}

type TargetReads = Pick<NotificationChannel, 'reachOf' | 'reachOfTeam' | 'lookUp' | 'wayStoredAt'>;

export function storedTargets<S extends v.GenericSchema>({
  schema,
  path,
  wayOf,
}: StoredTargets<S>): TargetReads {
  const collection = (teamId: string) => path(teamId, 'x').slice(0, -2);
  const [, , name] = path('x', 'x').split('/');
  const waysIn = async (reads: Pick<DocumentReads, 'find'>, asked: Query) =>
    (await reads.find(schema, asked)).flatMap((target) => wayOf(target) ?? []);
  return {
    reachOf: (reads, teamId, userId) =>
      waysIn(reads, query(collection(teamId), where('userId', '==', userId))),
    reachOfTeam: (reads, teamId, most) => waysIn(reads, query(collection(teamId), limit(most))),
    async lookUp(reads, teamId, target) {
      const found = await reads.get(schema, path(teamId, target));
      return found === null ? null : wayOf(found);
    },
    wayStoredAt(at, stored) {
      const names = at.split('/');
      if (names.length !== 4 || names[2] !== name) return undefined;
      const found = v.safeParse(schema, stored);
      return found.success ? wayOf(found.output) : null;
    },
  };
}
