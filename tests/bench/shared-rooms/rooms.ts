/** Comments of many clients in rooms of a backend: time until each is shown to the others, write errors, and comments that are missing at the end. */
import { setTimeout as wait } from 'node:timers/promises';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { demoPeople, demoTeamId } from '#demo/team/people.ts';
import type { Docs } from '#ports/docs/docs.ts';
import type { Backend } from '#ports/backend.ts';
import { orderBy, query } from '#ports/docs/query.ts';
import { serverTimestamp } from '#ports/docs/values.ts';

/** Client of a room's member. */
export interface RoomMember {
  readonly docs: Docs;
  readonly uid: string;
  dispose(): Promise<void>;
}

export interface RoomsOptions {
  readonly clients: number;
  readonly rooms: number;
  /** Duration of the load, in milliseconds. */
  readonly loadMs: number;
  /** Each room has a comment every so many milliseconds. */
  readonly pauseMs: number;
  /** Opens the client of this number, signed in. */
  openMember(number: number): Promise<RoomMember>;
  /** Resolves with the incident of the room of this number. */
  openRoom(number: number, first: RoomMember): Promise<string>;
  /** Called once all clients are there. */
  onReady(): Promise<void>;
  /** Called every minute of the load. */
  onMinute(): Promise<void>;
}

export interface RoomsOutcome {
  readonly comments: number;
  /** How often a comment was shown to another client, and should have been. */
  readonly shown: number;
  readonly expected: number;
  /** Milliseconds until shown, sorted. */
  readonly shownAfter: readonly number[];
  /** Rejected writes and ended listeners. */
  readonly errors: readonly string[];
  /** Comments that the server does not have at the end. */
  readonly lost: number;
}

interface Room {
  readonly incidentId: string;
  readonly members: RoomMember[];
  comments: number;
}

/** User ids with permission to write. */
export const writers = demoPeople.filter(({ role }) => role !== 'viewer').map(({ id }) => id);
/** Wait for shown comments at the end, in milliseconds. */
const endMs = 60_000;

const timelineOf = (incidentId: string) =>
  query(collectionPaths.timeline(demoTeamId, incidentId), orderBy('createdAt'), orderBy('sequence'));

/** `declareIncident` by a client. */
export async function declareRoom({ functions }: Backend, number: number): Promise<string> {
  const { incidentId } = await functions.call<{ readonly incidentId: string }>('declareIncident', {
    ...{ teamId: demoTeamId, commandId: `bench-${number}`, title: `Measured ${number}`, severity: 'SEV4' },
    ...{ serviceIds: [], private: false, alertId: null, page: [] },
  });
  return incidentId;
}

/** Value below which this share of sorted values is. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;

export async function workInRooms(options: RoomsOptions): Promise<RoomsOutcome> {
  const { clients, rooms: roomCount, loadMs, pauseMs } = options;
  const sentAt = new Map<string, number>();
  const shownAfter: number[] = [];
  const errors: string[] = [];
  const nameOf = (room: number, member: number) => `r${room}m${member}x`;

  /** Notes when comments of others are shown; resolves with the first result. */
  const watch = ({ docs }: RoomMember, { incidentId }: Room, own: string): Promise<void> => {
    const seen = new Set<string>();
    return new Promise((resolve, reject) => {
      docs.watchQuery(timelineOf(incidentId), {
        next(result) {
          resolve();
          for (const { id } of result.docs) {
            if (seen.has(id)) continue;
            seen.add(id);
            const at = sentAt.get(id);
            if (at !== undefined && !id.startsWith(own)) shownAfter.push(performance.now() - at);
          }
        },
        error(error) {
          errors.push(`A listener ended: ${String(error)}`);
          reject(error);
        },
      });
    });
  };
  const comment = (room: Room, number: number) => {
    const at = room.comments++ % room.members.length;
    const member = room.members[at];
    if (!member) return;
    const id = `${nameOf(number, at)}${member.docs.newId()}`;
    sentAt.set(id, performance.now());
    const data = {
      ...{
        kind: 'comment',
        body: `Comment ${room.comments}`,
        teamId: demoTeamId,
        incidentId: room.incidentId,
      },
      ...{ createdBy: member.uid, createdAt: serverTimestamp(), revision: 1, id, sequence: room.comments },
    };
    const path = documentPaths.timelineEvent(demoTeamId, room.incidentId, id);
    member.docs.batch([{ type: 'set', path, data }]).catch((error: unknown) => errors.push(String(error)));
  };

  const rooms: Room[] = [];
  for (let number = 0; number < clients; number++) {
    const member = await options.openMember(number);
    const index = number % roomCount;
    const incidentId = rooms[index]?.incidentId ?? (await options.openRoom(index, member));
    const room = (rooms[index] ??= { incidentId, members: [], comments: 0 });
    await watch(member, room, nameOf(index, room.members.length));
    room.members.push(member);
  }
  await options.onReady();
  const until = performance.now() + loadMs;
  let nextMinute = performance.now() + 60_000;
  for (let turn = 0; performance.now() < until; turn++) {
    const room = rooms[turn % roomCount];
    if (room) comment(room, turn % roomCount);
    await wait(pauseMs / roomCount);
    if (performance.now() < nextMinute) continue;
    await options.onMinute();
    nextMinute += 60_000;
  }
  const expected = rooms.reduce((sum, { comments, members }) => sum + comments * (members.length - 1), 0);
  for (const end = performance.now() + endMs; shownAfter.length < expected && performance.now() < end;)
    await wait(100);
  const stored = new Set<string>();
  for (const { members, incidentId } of rooms) {
    const found = await members[0]?.docs.find(timelineOf(incidentId), { source: 'server' });
    for (const { id } of found?.docs ?? []) stored.add(id);
  }
  const lost = [...sentAt.keys()].filter((id) => !stored.has(id)).length;
  await Promise.all(rooms.flatMap(({ members }) => members.map((member) => member.dispose())));
  const sorted = shownAfter.toSorted((one, other) => one - other);
  return { comments: sentAt.size, shown: sorted.length, expected, shownAfter: sorted, errors, lost };
}
