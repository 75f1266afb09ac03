/** Team for tests of Muster's rules: persons, and incidents. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { documentPaths } from '#api/paths.ts';
import type { Actor, Subject } from '#domain/permissions.ts';
import { type Documents, testFileRules, testRules } from '#firebase-rules/index.ts';
import { Timestamp } from '#ports/docs/values.ts';

const source = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../${name}`, import.meta.url)), 'utf8');

/** Time of all requests. */
export const now = Timestamp.fromMillis(Date.UTC(2026, 0, 1));
export const team = 't';

/** Persons of each role, a stranger, and nobody; of each role also one in the private incident. */
export const people: readonly (Actor & { readonly inRoom: boolean })[] = [
  { userId: null, role: null, inRoom: false },
  { userId: 'stranger', role: null, inRoom: false },
  ...(['viewer', 'responder', 'admin', 'owner'] as const).flatMap((role) => [
    { userId: `${role}-out`, role, inRoom: false },
    { userId: `${role}-in`, role, inRoom: true },
  ]),
];

const inRoom = people.flatMap(({ userId, inRoom: isIn }) => (isIn && userId ? [userId] : []));

export interface RulesIncident {
  readonly id: string;
  readonly subject: Required<Pick<Subject, 'private' | 'people'>>;
}

export const incidents: readonly RulesIncident[] = [
  { id: 'open', subject: { private: false, people: inRoom } },
  { id: 'closed', subject: { private: true, people: inRoom } },
];

/** Initial documents of all tests of the rules. */
export const documents: Documents = {
  [documentPaths.team(team)]: { name: 'Team' },
  ...Object.fromEntries(
    people.flatMap(({ userId, role }) =>
      userId && role ? [[documentPaths.member(team, userId), { userId, role }]] : [],
    ),
  ),
  ...Object.fromEntries(
    incidents.map(({ id, subject }) => [documentPaths.incident(team, id), { ...subject }]),
  ),
};

/** The rules as they are deployed. */
export const deployed = {
  firestore: source('firestore.rules'),
  storage: source('storage.rules'),
  database: source('database.rules.json'),
} as const;

export const documentRules = (more: Documents = {}, text: string = deployed.firestore) =>
  testRules(text, { ...documents, ...more });
export const fileRules = (
  files: Parameters<typeof testFileRules>[1] = {},
  text: string = deployed.storage,
  more: Documents = {},
) => testFileRules(text, files, { documents: { ...documents, ...more } });

/** First fields of every document that a person writes. */
const begun = (userId: string, id: string) => ({
  id,
  teamId: team,
  createdAt: now,
  createdBy: userId,
  revision: 1,
});

export const aTask = (userId: string, incidentId: string) => ({
  ...begun(userId, 'x'),
  incidentId,
  text: 'Call the provider',
  assignee: null,
  done: false,
  doneAt: null,
  doneBy: null,
});

export const aComment = (userId: string, incidentId: string) => ({
  ...begun(userId, 'x'),
  incidentId,
  sequence: 4,
  kind: 'comment',
  body: 'It is the certificate.',
});

export const anAttachment = (userId: string, incidentId: string) => ({
  ...begun(userId, 'x'),
  incidentId,
  name: 'graph.png',
  type: 'image/png',
  size: 1000,
  path: `teams/${team}/incidents/${incidentId}/x/graph.png`,
});
