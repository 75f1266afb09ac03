/**
 * The newest timeline entry that a person has seen in each incident’s room, on this device. A record per person and team: `[[incident id,
 * time, sequence, entry id], …]`, the most recently seen room at the end.
 */
import * as v from 'valibot';
import { compareEvents } from '#domain/timeline/labels.ts';
import type { TimelineEvent } from '#domain/timeline/schema.ts';

/** Place of an entry in its timeline. */
export type SeenEntry = Pick<TimelineEvent, 'id' | 'createdAt' | 'sequence'>;

/** Most rooms of a record. */
const mostRooms = 200;

const recordSchema = v.array(v.tuple([v.string(), v.number(), v.number(), v.string()]));
type SeenRecord = v.InferOutput<typeof recordSchema>;

const keyOf = (uid: string, teamId: string) => `muster.seen.${uid}.${teamId}`;

/** Null: the room was not seen here. */
export function seenEntry(uid: string, teamId: string, incidentId: string): SeenEntry | null {
  const room = read(uid, teamId).find(([id]) => id === incidentId);
  if (!room) return null;
  const [, createdAt, sequence, id] = room;
  return { id, createdAt, sequence };
}

/** Stores an entry as seen, unless a newer one of its room is. */
export function keepSeenEntry(uid: string, teamId: string, incidentId: string, entry: SeenEntry): void {
  const stored = seenEntry(uid, teamId, incidentId);
  if (stored && compareEvents(stored, entry) >= 0) return;
  const others = read(uid, teamId).filter(([id]) => id !== incidentId);
  const rooms: SeenRecord = [...others, [incidentId, entry.createdAt, entry.sequence, entry.id]];
  try {
    localStorage.setItem(keyOf(uid, teamId), JSON.stringify(rooms.slice(-mostRooms)));
  } catch {
    // Without storage no entry is marked as new.
  }
}

/** Removes the record of a person in one team. */
export function forgetSeenEntries(uid: string, teamId: string): void {
  try {
    localStorage.removeItem(keyOf(uid, teamId));
  } catch {
    // Without storage there is no record.
  }
}

function read(uid: string, teamId: string): SeenRecord {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(uid, teamId)) ?? '[]');
    return v.is(recordSchema, stored) ? stored : [];
  } catch {
    return [];
  }
}
