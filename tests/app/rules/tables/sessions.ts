/** Person who signed out everywhere: every access with a token proved before is refused, with a later one allowed. */
import { collectionPaths, documentPaths, realtimePaths, storagePaths } from '#api/paths.ts';
import { fileHeaders } from '#domain/attachment/files.ts';
import type { Documents, Person } from '#firebase-rules/index.ts';
import { query, where } from '#ports/docs/query.ts';
import { serverTime } from '#ports/realtime/realtime.ts';
import { aComment, now, team } from '../team.ts';
import type { Case, Rules } from './case.ts';

const owner = 'owner-in';
const seconds = now.toMillis() / 1000;
const proofs: readonly (readonly [name: string, allowed: boolean, token: Record<string, unknown>])[] = [
  ['from before', false, { auth_time: seconds - 1 }],
  ['from then', true, { auth_time: seconds }],
  ['from after', true, { auth_time: seconds + 1 }],
  ['of no known time', false, {}],
];

const ended: Documents = {
  [documentPaths.member(team, owner)]: { userId: owner, role: 'owner', sessionsEndedAt: now },
  [documentPaths.user(owner)]: { name: 'Olga', sessionsEndedAt: now },
};
const deletedTeam: Documents = {
  ...ended,
  [documentPaths.member(team, owner)]: {
    userId: owner,
    role: 'owner',
    teamDeletedAt: now,
    sessionsEndedAt: now,
  },
};
const live: Documents = { [documentPaths.user(owner)]: { name: 'Olga' } };

const file = `teams/${team}/incidents/open/x/graph.png`;
const picture = storagePaths.picture(owner, 'portrait');
const headers = { size: 1000, ...fileHeaders('graph.png', 'image/png') };
const files = { [file]: headers, [picture]: headers };
const noFiles = {};

const slot = { userId: owner, connectionId: 'tab', doing: 'looking', seenAt: serverTime() };
const access = { [team]: { members: { [owner]: 'owner' }, rooms: { open: true } } };
const database = { access, sessions: { [owner]: seconds } };

type Ask = (rules: Rules, person: Person) => { readonly allowed: boolean };

const questions: readonly (readonly [Case['file'], string, Ask])[] = [
  ...[
    documentPaths.team(team),
    documentPaths.member(team, 'viewer-out'),
    documentPaths.incident(team, 'open'),
    documentPaths.user(owner),
  ].map((path): readonly [Case['file'], string, Ask] => [
    'firestore',
    `reads ${path}`,
    (rules, person) => rules.documents(ended).as(person).get(path),
  ]),
  [
    'firestore',
    'reads a deleted team that can be restored',
    (rules, person) => rules.documents(deletedTeam).as(person).get(documentPaths.team(team)),
  ],
  [
    'firestore',
    'lists incidents',
    (rules, person) =>
      rules
        .documents(ended)
        .as(person)
        .list(query(collectionPaths.incidents(team), where('private', '==', false))),
  ],
  [
    'firestore',
    'comments',
    (rules, person) =>
      rules
        .documents(ended)
        .as(person)
        .set(documentPaths.timelineEvent(team, 'open', 'x'), aComment(owner, 'open')),
  ],
  ...[file, picture].flatMap((path): readonly (readonly [Case['file'], string, Ask])[] => [
    ['storage', `reads ${path}`, (rules, person) => rules.files(files, ended).as(person).get(path)],
    ['storage', `removes ${path}`, (rules, person) => rules.files(files, ended).as(person).delete(path)],
    [
      'storage',
      `uploads ${path}`,
      (rules, person) => rules.files(noFiles, ended).as(person).upload(path, headers),
    ],
  ]),
  [
    'database',
    'reads a room',
    (rules, person) => rules.database(database).as(person).get(realtimePaths.room(team, 'open')),
  ],
  [
    'database',
    'enters a room',
    (rules, person) =>
      rules
        .database(database)
        .as(person)
        .set(realtimePaths.presence(team, 'open', owner, 0), slot),
  ],
  [
    'database',
    'reads open applications',
    (rules, person) => rules.database(database).as(person).get(realtimePaths.humans(team, owner)),
  ],
  [
    'database',
    'has an open application',
    (rules, person) =>
      rules
        .database(database)
        .as(person)
        .set(realtimePaths.human(team, owner, 0), { human: true, connectionId: 'tab' }),
  ],
];

export const sessions: readonly Case[] = [
  ...questions.flatMap(([of, name, ask]) =>
    proofs.map(([proof, allowed, token]): Case => ({
      file: of,
      name: `signed out everywhere, with a proof ${proof}: ${name}`,
      allowed,
      ask: (rules) => ask(rules, { uid: owner, token }),
    })),
  ),
  {
    file: 'firestore',
    name: 'a person without a profile asks for it',
    allowed: true,
    ask: (rules) => rules.documents().as(owner).get(documentPaths.user(owner)),
  },
  {
    file: 'storage',
    name: 'a person who never signed out everywhere reads a picture',
    allowed: true,
    ask: (rules) =>
      rules
        .files({ [picture]: headers }, live)
        .as(owner)
        .get(picture),
  },
];
