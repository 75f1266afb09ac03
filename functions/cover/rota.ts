/** Documents that decide who is on call by a schedule from now on, read in the caller's transaction. */
import type * as v from 'valibot';
import { coverRequestSchema, type CoverRequest } from '#domain/cover/schema.ts';
import type { CoverRota } from '#domain/cover/transitions.ts';
import { type Override, overrideSchema, scheduleSchema } from '#domain/schedule/schema.ts';
import { storedTime } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { limit, type Query, query, where } from '#ports/docs/query.ts';

/** The part of a transaction that is read here. */
export interface RotaWork {
  readonly now: number;
  get<S extends v.GenericSchema>(schema: S, path: string): Promise<v.InferOutput<S> | null>;
  find<S extends v.GenericSchema>(schema: S, query: Query): Promise<v.InferOutput<S>[]>;
}

/** `added`: overrides that the transaction has made. */
export async function rotaOf(
  work: RotaWork,
  teamId: string,
  scheduleId: string,
  added: readonly Override[] = [],
): Promise<CoverRota> {
  const schedule = await work.get(scheduleSchema, documentPaths.schedule(teamId, scheduleId));
  if (schedule === null) return { schedule, overrides: [] };
  const [own, lasting] = [where('scheduleId', '==', scheduleId), where('endsAt', '>', storedTime(work.now))];
  const stored = await work.find(overrideSchema, query(collectionPaths.overrides(teamId), own, lasting));
  const known = new Set<string>(stored.map(({ id }) => id));
  const all = [...stored, ...added.filter(({ id }) => !known.has(id))];
  return { schedule, overrides: all.filter((override) => override.scheduleId === scheduleId) };
}

export async function openRequestsOf(
  work: RotaWork,
  teamId: string,
  scheduleId: string,
): Promise<readonly CoverRequest[]> {
  const [ofSchedule, open] = [where('scheduleId', '==', scheduleId), where('status', '==', 'open')];
  return work.find(coverRequestSchema, query(collectionPaths.coverRequests(teamId), ofSchedule, open));
}

/** The request that an override was made for; null for any other override. */
export async function requestOfOverride(
  work: RotaWork,
  teamId: string,
  overrideId: string,
): Promise<CoverRequest | null> {
  const made = where('overrideId', '==', overrideId);
  const all = query(collectionPaths.coverRequests(teamId), made, limit(1));
  return (await work.find(coverRequestSchema, all))[0] ?? null;
}
