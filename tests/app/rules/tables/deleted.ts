/** Deleted team: nobody reads or writes anything of it, whatever their role, but owners read the team itself. */
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { fileHeaders } from '#domain/attachment/files.ts';
import type { Documents } from '#firebase-rules/index.ts';
import { query, where } from '#ports/docs/query.ts';
import { aComment, anAttachment, aTask, now, people, incidents, team } from '../team.ts';
import type { Case } from './case.ts';

/** Members of the deleted team, as the functions leave them. */
const members: Documents = Object.fromEntries(
  people.flatMap(({ userId, role }) =>
    userId && role ? [[documentPaths.member(team, userId), { userId, role, teamDeletedAt: now }]] : [],
  ),
);
const device = documentPaths.device(team, 'own');
const entities = [
  documentPaths.service(team, 'x'),
  documentPaths.policy(team, 'x'),
  documentPaths.auditEntry(team, 'x'),
  documentPaths.setAside(team, 'x'),
  documentPaths.pushOutages(team, team),
  documentPaths.invite(team, 'x'),
];
const rest: Documents = {
  ...members,
  ...Object.fromEntries(entities.map((path) => [path, { name: 'x' }])),
  [device]: { userId: 'responder-out' },
};
const file = (room: string) => `teams/${team}/incidents/${room}/x/graph.png`;
const headers = { size: 1000, ...fileHeaders('graph.png', 'image/png') };
const files = Object.fromEntries(incidents.map(({ id }) => [file(id), headers]));
const noFiles = {};

const documents = (name: string, allowed: boolean, ask: Case['ask']): Case => ({
  file: 'firestore',
  name,
  allowed,
  ask,
});

export const deleted: readonly Case[] = people.flatMap(({ userId, role }) => {
  const who = `${userId ?? 'nobody'}, of a deleted team`;
  const no = (what: string, ask: Case['ask']) => documents(`${who}: ${what}`, false, ask);
  const inRooms = incidents.flatMap(({ id }) => [
    no(`reads the incident ${id}`, (rules) =>
      rules.documents(rest).as(userId).get(documentPaths.incident(team, id)),
    ),
    no(`comments in ${id}`, (rules) =>
      rules
        .documents(rest)
        .as(userId)
        .set(documentPaths.timelineEvent(team, id, 'x'), aComment(userId ?? '', id)),
    ),
    no(`adds a task in ${id}`, (rules) =>
      rules
        .documents(rest)
        .as(userId)
        .set(documentPaths.task(team, id, 'x'), aTask(userId ?? '', id)),
    ),
    no(`records a file in ${id}`, (rules) =>
      rules
        .documents(rest)
        .as(userId)
        .set(documentPaths.attachment(team, id, 'x'), anAttachment(userId ?? '', id)),
    ),
    ...(['get', 'delete'] as const).map((method): Case => ({
      file: 'storage',
      name: `${who}: ${method} of a file in ${id}`,
      allowed: false,
      ask: (rules) => rules.files(files, members).as(userId)[method](file(id)),
    })),
    {
      file: 'storage',
      name: `${who}: uploads a file in ${id}`,
      allowed: false,
      ask: (rules) => rules.files(noFiles, members).as(userId).upload(file(id), headers),
    } satisfies Case,
  ]);
  return [
    documents(`${who}: reads the team`, role === 'owner', (rules) =>
      rules.documents(rest).as(userId).get(documentPaths.team(team)),
    ),
    ...[...entities, device, documentPaths.member(team, 'viewer-out')].map((path) =>
      no(`reads ${path}`, (rules) => rules.documents(rest).as(userId).get(path)),
    ),
    ...[collectionPaths.services(team), collectionPaths.members(team), collectionPaths.audit(team)].map(
      (all) => no(`lists ${all}`, (rules) => rules.documents(rest).as(userId).list(all)),
    ),
    no('lists open incidents', (rules) =>
      rules
        .documents(rest)
        .as(userId)
        .list(query(collectionPaths.incidents(team), where('private', '==', false))),
    ),
    ...inRooms,
  ];
});
