/**
 * Writes docs/privacy-table.md: what each role can read of another team's data and of a private incident's, by every get and list
 * that the deployed rules answer: `node tools/privacy-table.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { realtimePaths, storagePaths } from '#api/paths.ts';
import { collectionNames } from '#api/collection-names.ts';
import { teamRoles, type TeamRole } from '#domain/team/schema.ts';
import { type Documents, testDatabaseRules, testFileRules, testRules } from '#firebase-rules/index.ts';
import { query, type Query, where } from '#ports/docs/query.ts';
import { collectionGroup } from '#ports/server/collection-group.ts';

const top = path.resolve(import.meta.dirname, '..');
const source = (name: string) => readFileSync(path.join(top, name), 'utf8');

/** Team whose data is read, and another one. */
const [here, there] = ['here', 'there'] as const;
const [open, secret] = ['open', 'secret'] as const;

interface Reader {
  readonly title: string;
  readonly userId: string | null;
  readonly team: string | null;
  readonly role: TeamRole | null;
  /** Whether it is a person of the private incident. */
  readonly inRoom: boolean;
}

const strangers: readonly Reader[] = [
  { title: 'signed out', userId: null, team: null, role: null, inRoom: false },
  { title: 'stranger', userId: 'stranger', team: null, role: null, inRoom: false },
];
const of = (team: string, where_: string, inRoom: boolean): readonly Reader[] =>
  teamRoles.map((role) => ({
    title: `${role} ${where_}`.trim(),
    userId: `${role}-${team}-${inRoom ? 'in' : 'out'}`,
    team,
    role,
    inRoom,
  }));
const outsiders = [...strangers, ...of(there, 'of another team', false)];
const members = of(here, '', false);
const inside = of(here, 'in it', true);
const everybody = [...outsiders, ...members, ...inside];

const roomPeople = inside.flatMap(({ userId }) => userId ?? []);
const rooms = {
  [open]: {
    private: false,
    people: [] as string[],
    incidentId: open,
    userId: 'somebody',
    createdBy: 'somebody',
  },
  [secret]: {
    private: true,
    people: roomPeople,
    incidentId: secret,
    userId: 'somebody',
    createdBy: 'somebody',
  },
} as const;
type Room = keyof typeof rooms;

/** A document of each collection, by its collection's place; `room` decides whose privacy it has. */
interface Stored {
  readonly names: readonly string[];
  readonly path: string;
  readonly collection: string;
}

const stored = (room: Room): readonly Stored[] =>
  collectionNames.map((names) => {
    const ids = names.map((_, depth) => (names[0] === 'teams' && depth === 0 ? here : room));
    const segments = names.flatMap((name, depth) => [name, ids[depth] ?? room]);
    return { names, path: segments.join('/'), collection: segments.slice(0, -1).join('/') };
  });

const documents: Documents = Object.fromEntries([
  ...[open, secret].flatMap((room) => stored(room).map((one) => [one.path, { ...rooms[room] }])),
  ...everybody.flatMap(({ userId, team, role }) =>
    userId && team && role ? [[`teams/${team}/members/${userId}`, { role, userId }]] : [],
  ),
  [`teams/${here}`, { name: 'Here' }],
  [`teams/${there}`, { name: 'There' }],
]);

const documentRules = testRules(source('firestore.rules'), documents);
const file = (room: string) => `teams/${here}/incidents/${room}/${room}/graph.png`;
const fileRules = testFileRules(
  source('storage.rules'),
  { [file(open)]: { size: 1 }, [file(secret)]: { size: 1 } },
  { documents },
);
const databaseRules = testDatabaseRules(source('database.rules.json'), {
  access: Object.fromEntries(
    [here, there].map((team) => [
      team,
      {
        members: Object.fromEntries(
          everybody.flatMap((one) => (one.team === team && one.userId ? [[one.userId, one.role]] : [])),
        ),
        ...(team === here && {
          private: { [secret]: Object.fromEntries(roomPeople.map((userId) => [userId, true])) },
        }),
      },
    ]),
  ),
  presence: { [here]: { [open]: { x: true }, [secret]: { x: true }, people: { x: true } } },
});

/** A list, with its filters. */
interface Listing {
  readonly title: string;
  readonly filters: (userId: string) => Parameters<typeof query>[1][];
  readonly finds: (room: Room, userId: string) => boolean;
}

const listings: readonly Listing[] = [
  { title: 'list', filters: () => [], finds: () => true },
  {
    title: 'list what is open',
    filters: () => [where('private', '==', false)],
    finds: (room) => room === open,
  },
  {
    title: 'list what is private',
    filters: () => [where('private', '==', true)],
    finds: (room) => room === secret,
  },
  {
    title: 'list what I am in',
    filters: (userId) => [where('people', 'array-contains', userId)],
    finds: (room, userId) => rooms[room].people.includes(userId),
  },
  { title: 'list my own', filters: (userId) => [where('userId', '==', userId)], finds: () => false },
  {
    title: 'list what another has',
    filters: () => [where('userId', '==', 'somebody')],
    finds: () => true,
  },
  {
    title: 'list of the incident',
    filters: () => [where('incidentId', '==', secret)],
    finds: (room) => room === secret,
  },
];

/** Accesses by which a reader gets the document of a room in a collection. */
function readsOf({ userId }: Reader, { names, path: at, collection }: Stored, room: Room): readonly string[] {
  const person = documentRules.as(userId);
  const uid = userId ?? 'nobody';
  const lists = (from: (...filters: Parameters<typeof query>[1][]) => Query, prefix: string) =>
    listings
      .filter(({ finds }) => finds(room, uid))
      .filter(({ filters }) => person.list(from(...filters(uid))).allowed)
      .map(({ title }) => prefix + title)
      // Permission for a whole list includes that for a part of it.
      .filter((title, _, all) => title === `${prefix}list` || !all.includes(`${prefix}list`));
  return [
    ...(person.get(at).allowed ? ['get'] : []),
    ...lists((...filters) => query(collection, ...filters), ''),
    ...lists((...filters) => collectionGroup(names.at(-1) ?? '', ...filters), 'across teams: '),
  ];
}

interface Row {
  readonly title: string;
  readonly cells: readonly (readonly string[])[];
}

export interface PrivacyTable {
  readonly title: string;
  readonly about: string;
  readonly readers: readonly string[];
  readonly rows: readonly Row[];
}

/** Collections within an incident, or with its privacy; the audit refers to it. */
const ofIncidents = new Set([
  'incidents',
  'timeline',
  'tasks',
  'attachments',
  'alerts',
  'pages',
  'deliveries',
  'audit',
]);

function tableOf(title: string, about: string, room: Room, readers: readonly Reader[]): PrivacyTable {
  const kept = stored(room).filter(({ names }) => room === open || ofIncidents.has(names.at(-1) ?? ''));
  const files = (one: Reader): readonly string[] => {
    const person = fileRules.as(one.userId);
    return [
      ...(person.get(file(room)).allowed ? ['get'] : []),
      ...(person.list(`teams/${here}/incidents/${room}`).allowed ? ['list'] : []),
    ];
  };
  const presence =
    (at: string) =>
    (one: Reader): readonly string[] =>
      databaseRules.as(one.userId).get(at).allowed ? ['get'] : [];
  return {
    title,
    about,
    readers: readers.map((one) => one.title),
    rows: [
      ...kept.map((one) => ({
        title: `\`${one.names.join('/*/')}\``,
        cells: readers.map((reader) => readsOf(reader, one, room)),
      })),
      { title: 'files', cells: readers.map(files) },
      { title: 'presence in the room', cells: readers.map(presence(realtimePaths.room(here, room))) },
      ...(room === open
        ? [
            { title: 'who of the team is there', cells: readers.map(presence(`presence/${here}/people`)) },
            {
              title: 'roles, as the realtime database has them',
              cells: readers.map(presence(realtimePaths.teamAccess(here))),
            },
          ]
        : []),
    ],
  };
}

/** A person's picture belongs to no team. */
function pictures(): PrivacyTable {
  const at = storagePaths.picture('somebody', 'unguessable');
  const readers = [...outsiders, ...members];
  const rules = testFileRules(source('storage.rules'), { [at]: { size: 1 } }, { documents });
  const ways = ({ userId }: Reader) => [
    ...(rules.as(userId).get(at).allowed ? ['get'] : []),
    ...(rules.as(userId).list(at.slice(0, at.lastIndexOf('/'))).allowed ? ['list'] : []),
  ];
  return {
    title: 'A person’s picture',
    about:
      'Whoever is signed in and knows its id, which stands in the person’s member documents, may get it; nobody lists them.',
    readers: readers.map((one) => one.title),
    rows: [{ title: 'pictures', cells: readers.map(ways) }],
  };
}

export const privacyTables = (): readonly PrivacyTable[] => [
  tableOf(
    'Another team’s data',
    'Nothing of a team is readable by who is not in it, whatever their role in another one. Every cell is empty.',
    open,
    outsiders,
  ),
  tableOf(
    'A private incident’s data, by who is not in it',
    'Owners read every incident of their team. Every other cell is empty.',
    secret,
    [...outsiders, ...members],
  ),
  tableOf('A private incident’s data, by who is in it', 'For comparison.', secret, inside),
  pictures(),
  tableOf('The team’s own data', 'For comparison: what is not private, by role.', open, members),
];

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const markdown = ({ title, about, readers, rows }: PrivacyTable): readonly string[] => [
  `## ${title}`,
  '',
  about,
  '',
  row(['', ...readers]),
  row(['---', ...readers.map(() => '---')]),
  ...rows.map((one) => row([one.title, ...one.cells.map((ways) => ways.join(', '))])),
  '',
];

export const privacyPage = (): string =>
  [
    '# Who can read what',
    '',
    'Generated by `node tools/privacy-table.ts`: every collection of `api/paths.ts` and `api/server-paths.ts`, stored files and the realtime database are asked for under',
    'the deployed rules, by get, by seven kinds of lists, and by the same lists across all teams. A cell names the ways that are allowed and',
    'find what the row is about. A test compares this page with the rules, and demands the empty cells.',
    '',
    ...privacyTables().flatMap(markdown),
  ].join('\n');

export const privacyFile = path.join(top, 'docs/privacy-table.md');

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(privacyFile, privacyPage());
