/** On-call holders of each schedule at present, and the API key itself. */
import { nextHandOver, onCallAt } from '#domain/schedule/rota.ts';
import { overrideSchema, scheduleSchema } from '#domain/schedule/schema.ts';
import { memberSchema, teamSchema } from '#domain/team/schema.ts';
import { fromDocument, fromReadableDocument, storedTime } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { limit, query, where } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { found } from '../kernel/command-failed.ts';
import type { ApiCaller } from './authenticate.ts';
import type { ApiItem } from './reads.ts';

/** Schedules of an answer. */
const mostSchedules = 200;

export const readOnCall = async (server: ServerPorts, { teamId }: ApiCaller): Promise<ApiItem> => ({
  items: await readOnCallNow(server, teamId),
});

export interface OnCallShift {
  readonly scheduleId: string;
  readonly scheduleName: string;
  /** Null: nobody. */
  readonly userId: string | null;
  /** Null: nobody, or a former member. */
  readonly displayName: string | null;
  /** Time of the next hand-over; null: none is known. */
  readonly untilAt: number | null;
}

/** By name. */
export async function readOnCallNow(
  { docs, clock }: ServerPorts,
  teamId: string,
): Promise<readonly OnCallShift[]> {
  const now = clock.now();
  const [schedules, overrides] = await Promise.all([
    docs.find(query(collectionPaths.schedules(teamId), limit(mostSchedules))),
    docs.find(query(collectionPaths.overrides(teamId), where('endsAt', '>', storedTime(now)))),
  ]);
  const valid = overrides.flatMap((one) => fromReadableDocument(overrideSchema, one) ?? []);
  const shifts = schedules
    .flatMap((one) => fromReadableDocument(scheduleSchema, one) ?? [])
    .map((schedule) => {
      const own = valid.filter(({ scheduleId }) => scheduleId === schedule.id);
      return {
        scheduleId: schedule.id,
        scheduleName: schedule.name,
        userId: onCallAt(schedule, own, now),
        untilAt: nextHandOver(schedule, own, now)?.handsOverAt ?? null,
      };
    })
    .toSorted((one, other) => one.scheduleName.localeCompare(other.scheduleName));
  const names = await namesOf(docs, teamId, new Set(shifts.flatMap(({ userId }) => userId ?? [])));
  return shifts.map(({ scheduleId, scheduleName, userId, untilAt }) => {
    const displayName = userId === null ? null : (names.get(userId) ?? null);
    return { scheduleId, scheduleName, userId, displayName, untilAt };
  });
}

/** Names of these members alone: a team may have any number. */
async function namesOf(
  docs: ServerPorts['docs'],
  teamId: string,
  userIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const snapshots = await Promise.all(
    [...userIds].map((userId) => docs.get(documentPaths.member(teamId, userId))),
  );
  const members = snapshots.flatMap((one) => fromReadableDocument(memberSchema, one) ?? []);
  return new Map(members.map(({ id, displayName }) => [id, displayName]));
}

export async function readKey({ docs }: ServerPorts, { teamId, key, maker }: ApiCaller): Promise<ApiItem> {
  const team = found(fromDocument(teamSchema, await docs.get(documentPaths.team(teamId))));
  return {
    id: key.id,
    name: key.name,
    scopes: key.scopes,
    createdAt: key.createdAt,
    expiresAt: key.expiresAt,
    team: { id: team.id, name: team.name, timezone: team.timezone },
    actsFor: { id: maker.id, displayName: maker.displayName, role: maker.role },
  };
}
