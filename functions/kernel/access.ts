/**
 * The realtime database's copy of access rights, for its rules can't read documents. An outdated copy is recorded together with the change,
 * so that it is updated even when the changing run dies: the sweep finds the record.
 */
import * as v from 'valibot';
import { epochMsSchema, idSchema, revisionSchema, system } from '#domain/base.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import { memberSchema, type Member } from '#domain/team/schema.ts';
import { collectionPaths, documentPaths, realtimePaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { query } from '#ports/docs/query.ts';
import type { RealtimeValue } from '#ports/realtime/realtime.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { fromDocument, fromReadableDocument } from '#api/codec.ts';
import type { CommandWork } from './guard.ts';
import { attempt } from './attempt.ts';

/** `revision` is that of the member, the incident or the team (`subjectId`) when it was noted. */
export const accessChangeSchema = v.object({
  teamId: idSchema,
  createdAt: epochMsSchema,
  createdBy: idSchema,
  revision: revisionSchema,
  kind: v.picklist(['member', 'room', 'team']),
  subjectId: idSchema,
});
type AccessChange = v.InferInput<typeof accessChangeSchema>;

/** A member's role, that there is an incident, who is in a private one, or whether the team is deleted has changed. */
export function noteAccess(
  work: CommandWork,
  kind: AccessChange['kind'],
  { teamId, id: subjectId, revision: noted }: Pick<Member, 'teamId' | 'id' | 'revision'>,
): void {
  const path = serverPaths.accessChange(teamId, kind, subjectId);
  const note = { teamId, createdAt: work.now, createdBy: system, revision: noted, kind, subjectId };
  work.save(path, note satisfies AccessChange);
  work.afterCommit(async (server) => {
    await attempt(() => copyAccess(server, path));
  });
}

/** Copies what is true now, then forgets the note unless it was renewed meanwhile. */
export async function copyAccess(server: ServerPorts, path: string): Promise<void> {
  const due = fromDocument(accessChangeSchema, await server.docs.get(path));
  if (due === null) return;
  await server.realtime.update(await accessOf(server, due));
  await server.docs.transaction(async (transaction) => {
    const { data } = await transaction.get(path);
    if (data?.['revision'] === due.revision) transaction.write({ type: 'delete', path });
  });
}

async function accessOf(
  { docs }: ServerPorts,
  { kind, teamId, subjectId }: AccessChange,
): Promise<Record<string, RealtimeValue>> {
  if (kind === 'team') return wholeTeam(docs, teamId);
  if (kind === 'member') {
    const person = fromDocument(memberSchema, await docs.get(documentPaths.member(teamId, subjectId)));
    const role = { [realtimePaths.accessRole(teamId, subjectId)]: roleOf(person) };
    // A person who is no member is not there any more; their own browser may not say so.
    if (person === null) return { ...role, [realtimePaths.humans(teamId, subjectId)]: null };
    const endedAt = person.sessionsEndedAt ?? null;
    return endedAt === null ? role : { ...role, [realtimePaths.sessionsEnd(subjectId)]: endedAt / 1000 };
  }
  const room = fromDocument(incidentSchema, await docs.get(documentPaths.incident(teamId, subjectId)));
  if (room === null) return {};
  const exists = { [realtimePaths.existingRoom(teamId, subjectId)]: true };
  if (!room.private) return exists;
  const people = Object.fromEntries(room.people.map((userId) => [userId, true]));
  // A private room with an empty list would be open to the whole team.
  const listed = room.people.length > 0 ? people : { [nobodyListed]: true };
  return { ...exists, [realtimePaths.accessRoomPeople(teamId, subjectId)]: listed };
}

/** No realtime access in a deleted team; its private rooms stay closed. */
const roleOf = (person: Member | null): RealtimeValue =>
  person === null || (person.teamDeletedAt ?? null) !== null ? null : person.role;

async function wholeTeam(docs: ServerPorts['docs'], teamId: string): Promise<Record<string, RealtimeValue>> {
  const found = await docs.find(query(collectionPaths.members(teamId)));
  const members = found.flatMap((one) => fromReadableDocument(memberSchema, one) ?? []);
  return Object.fromEntries(members.map((one) => [realtimePaths.accessRole(teamId, one.id), roleOf(one)]));
}
/** No user id: an id has no colon. */
const nobodyListed = ':';
